package bot

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ruhr/rules"
)

// knobs are what makes a learned opponent play otherwise than the level of its
// name, for measurements: what training made, how strictly Lotse follows it,
// and the settings of the search.
type knobs struct {
	models func() [5]*model // by number of seats
	sharp  int32            // of Lotse, in 16ths
	set    settings         // of the searching levels
}

// usual is how the levels play.
var usual = knobs{models: models, sharp: lotseSharp, set: tuned}

func (k knobs) lotse() Bot {
	return &instant{make: func(g *rules.Game) policy { return newLearned(newLore(g), k.models()[g.Seats()], k.sharp) }}
}

func (k knobs) searcher(level string, hands int) *searcher {
	return &searcher{playouts: ownPlayouts[level], hands: hands, set: k.set, models: k.models}
}

// changed makes a level with some knobs turned, as in explore=0.25:prior=8.
func (k knobs) changed(level, list string) (Bot, error) {
	for _, one := range strings.Split(list, ":") {
		if err := k.turn(one); err != nil {
			return nil, fmt.Errorf("%s:%s: %w", level, list, err)
		}
	}
	switch level {
	case "lotse":
		return k.lotse(), nil
	case "reeder":
		return k.searcher(level, 1), nil
	case "bergrat":
		return k.searcher(level, 2), nil
	}
	return nil, fmt.Errorf("%s:%s: only lotse, reeder and bergrat have settings", level, list)
}

func (k *knobs) turn(one string) error {
	name, value, _ := strings.Cut(one, "=")
	if name == "weights" {
		w, err := readWeightsFile(value)
		if err != nil {
			return err
		}
		if w == nil {
			return fmt.Errorf("there is no file %s", value)
		}
		all := w.all()
		k.models = func() [5]*model { return all }
		return nil
	}
	whole := map[string]*int32{"sharp": &k.sharp, "prior": &k.set.prior, "play": &k.set.play}
	parts := map[string]*float64{"explore": &k.set.explore, "first": &k.set.first}
	if whole[name] == nil && parts[name] == nil {
		return fmt.Errorf("there is no setting %q; there are weights, sharp, explore, first, prior and play", name)
	}
	x, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil || !(x >= 0 && x <= 1000):
		return fmt.Errorf("%s is %q, expected a number from 0 to 1000", name, value)
	case whole[name] != nil && x != math.Trunc(x):
		return fmt.Errorf("%s is %q, expected a whole number", name, value)
	case whole[name] != nil:
		*whole[name] = int32(x)
	default:
		*parts[name] = x
	}
	return nil
}
