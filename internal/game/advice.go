package game

// decider is the seat to decide.
func (f *Game) decider() int {
	s := f.State()
	return s.ToDecide()
}

// NoteHint notes, once, that the actor asked for advice on the decision to be made.
func NoteHint() Command {
	return Command{name: "hint", stands: sameDecision, draft: func(f *Game, by Call) (draft, error) {
		if f.Hinted {
			return draft{}, ErrRepeated
		}
		return draft{kind: EventHint, seat: f.decider(), body: body{}}, f.MayAsk(by.Who)
	}}
}
