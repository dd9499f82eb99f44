package api

import (
	"errors"

	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/view"
)

// besideTheBox adds the operations of tables beside the printed game.
func (a *api) besideTheBox() {
	command(a, "/enter", "enter", "Say what was drawn beside the printed game", fair.Decide, func(in *enterIn) (string, Made, game.Command) {
		return in.ID, in.Body.Made, game.Enter(in.Body.Face)
	})
	command(a, "/enter-again", "enterAgain", "Go back to an earlier draw beside the printed game; all that came after it is taken back", fair.Undo, func(in *enterAgainIn) (string, Made, game.Command) {
		return in.ID, in.Body.Made, game.EnterAgain(in.Body.To)
	})
	command(a, "/correct", "correct", "Correct a position that differs from the table beside the program", fair.Undo, func(in *correctIn) (string, Made, game.Command) {
		return in.ID, in.Body.Made, game.Correct(in.Body.Set)
	})
}

// Entering is what is entered at a table beside the printed game.
type Entering struct {
	Faces    []EnterFace    `json:"faces,omitempty" doc:"What can have been drawn; absent while nothing is to be entered."`
	Outcomes []EnterOutcome `json:"outcomes" doc:"What has been entered, and corrections, in order; enterAgain names one by its place, counted from 0."`
	Fields   []EnterField   `json:"fields" doc:"What can be corrected now; nothing in the middle of a decision or an event."`
}

// EnterFace is a face that can have been drawn.
type EnterFace struct {
	Face string `json:"face" doc:"The first marker of the board file that looks like this, or a country."`
	Left int    `json:"left" doc:"How many are not drawn yet; those with 0 are refused."`
}

// EnterOutcome is what was entered, or a correction.
type EnterOutcome struct {
	Round int    `json:"round"`
	Face  string `json:"face,omitempty" doc:"Absent for a correction."`
}

// EnterField is an amount that can be corrected.
type EnterField struct {
	Key   string `json:"key" doc:"KIND, KIND.SEAT, KIND.SEAT.WHAT, KIND.SPACE or KIND.SPACE.PLACE, as in game records."`
	Value int    `json:"value" doc:"An owner is 0 for nobody, else the seat counted from 1."`
	Most  int    `json:"most" doc:"The least is 0."`
}

// enteringOf is nil at other tables.
func enteringOf(s *game.Snapshot) *Entering {
	e := s.Entering
	if e == nil {
		return nil
	}
	out := &Entering{Outcomes: []EnterOutcome{}, Fields: []EnterField{}}
	if e.Asks {
		out.Faces = facesOf(e.Faces)
	}
	for _, o := range e.Outcomes {
		out.Outcomes = append(out.Outcomes, EnterOutcome{o.Round, o.Face})
	}
	for _, f := range e.Fields {
		out.Fields = append(out.Fields, EnterField{f.Key, f.Value, f.Most})
	}
	return out
}

type enterIn struct {
	At
	Body struct {
		Made
		Face string `json:"face" minLength:"1" maxLength:"80" doc:"One of entering.faces."`
	}
}

type enterAgainIn struct {
	At
	Body struct {
		Made
		To int `json:"to" minimum:"0" doc:"The place of one of entering.outcomes."`
	}
}

type correctIn struct {
	At
	Body struct {
		Made
		Set record.Correction `json:"set" minProperties:"1" maxProperties:"500" doc:"What differs: values by the key of one of entering.fields."`
	}
}

// whyNot is why a correction was refused, and the rule that says so; "" for nothing more
// than that it was.
func whyNot(err error) (detail, rule string) {
	var m *record.Misplaced
	if !errors.As(err, &m) {
		return "", ""
	}
	return words().Text("box.misplaced."+m.What, "n", m.Want, "field", lang.Text{Plain: m.Key}, "seat", view.SeatRef(m.Seat)).Plain, m.By().String()
}

func facesOf(list []record.Face) (out []EnterFace) {
	for _, f := range list {
		out = append(out, EnterFace{f.ID, f.Left})
	}
	return out
}
