package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"ruhr/internal/game"
	"ruhr/record"
	"ruhr/view"
)

// Tried is where a table would be after what was tried.
type Tried struct {
	N        int64          `json:"n" doc:"The number of the newest entry of the table's log, after which it was tried."`
	Steps    []TriedStep    `json:"steps" doc:"What happened, including decisions with one legal action."`
	Position *view.Position `json:"position"`
	Legal    []LegalAction  `json:"legal,omitempty" doc:"What the seat to decide could do."`
	Faces    []EnterFace    `json:"faces,omitempty" doc:"What chance could decide, where it does."`
}

// TriedStep is a decision that was tried.
type TriedStep struct {
	Seat   int           `json:"seat"`
	Round  int           `json:"round"`
	Action record.Action `json:"action"`
	Forced bool          `json:"forced,omitempty" doc:"Nothing was to choose."`
	Events []view.Event  `json:"events" doc:"What happened, and what chance decided then."`
}

// Trial is something that is tried: an action, or what chance decides.
type Trial struct {
	Action *record.Action `json:"action,omitempty" doc:"One of the legal ones there."`
	Chance string         `json:"chance,omitempty" maxLength:"80" doc:"One of the faces there, or ? for one that is drawn from them, the same for the same trials."`
}

type tryIn struct {
	At
	Body struct {
		Try []Trial `json:"try" maxItems:"120" doc:"In order, from the table's position on."`
	}
}

// try plays on from a table's position without changing it. Nothing is kept.
func (a *api) try(ctx context.Context, in *tryIn) (*Tried, error) {
	s, _, err := a.position(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if !s.MayTry() {
		return nil, newProblem(http.StatusConflict, "no_trial", "Only a person with a seat may try, at a table that is under way and not rated.")
	}
	b := game.NewBranch(s.History, s.History.Len())
	for i, t := range in.Body.Try {
		if err = b.Force(); err == nil {
			err = tryOne(s, b, t)
		}
		if errors.Is(err, game.ErrNotTried) {
			return nil, unprocessable("not_tried", fmt.Sprintf("Trial %d is neither an action nor an outcome that is possible there.", i+1))
		}
		if err != nil {
			p := *a.problem(ctx, err)
			p.Detail = fmt.Sprintf("Trial %d: %s", i+1, p.Detail)
			return nil, &p
		}
	}
	if err := b.Force(); err != nil {
		return nil, err
	}
	now := b.Now()
	pos := view.Of(b.Rules, now)
	out := &Tried{N: s.N, Steps: []TriedStep{}, Position: &pos}
	for k := b.From + 1; k <= b.Len(); k++ {
		step := b.Steps[k]
		out.Steps = append(out.Steps, TriedStep{step.Seat, step.Round, s.Codec.Encode(step.Action), step.Forced, b.Events(k)})
	}
	if record.Waits(now) {
		out.Faces = facesOf(record.Faces(b.Rules, now))
	} else {
		out.Legal = legalAt(s, now)
	}
	return out, nil
}

// tryOne tries what a program names.
func tryOne(s *game.Snapshot, b *game.Branch, t Trial) error {
	word := game.TrialMark + t.Chance
	switch {
	case (t.Action == nil) == (t.Chance == ""):
		return game.ErrNotTried
	case t.Action != nil:
		action, err := s.Codec.Decode(*t.Action)
		if err != nil {
			return unprocessable("no_action", err.Error())
		}
		word = strconv.Itoa(int(action))
	case word != game.DrawWord:
		n, err := b.Number(t.Chance)
		if err != nil {
			return err
		}
		word = game.TrialMark + strconv.Itoa(n)
	}
	return b.Try(word)
}
