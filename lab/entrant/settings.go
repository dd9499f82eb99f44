package entrant

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"ruhr/bot"
	"ruhr/bot/policy"
	"ruhr/bot/search"
	"ruhr/bot/value"
)

// settings change how a level plays.
type settings struct {
	models  func() [5]*policy.Model // by number of seats; nil are the level's own
	nets    func() [5]*value.Net    // the same
	sharp   int32                   // how strictly Lotse follows its model, in 16ths
	opening int32                   // the same in round 1; 0 plays it as the other rounds, below 0 as the level does
	search  search.Settings         // of the searching levels
}

// standard are those of the levels.
var standard = settings{sharp: policy.LotseSharp, opening: -1, search: search.Standard}

// withSettings makes a level with some settings changed, as in explore=0.25:prior=8.
func withSettings(level, list string) (bot.Bot, error) {
	k := standard
	for one := range strings.SplitSeq(list, ":") {
		if err := k.set(one); err != nil {
			return nil, fmt.Errorf("%s:%s: %w", level, list, err)
		}
	}
	if level == "lotse" {
		models := k.models
		if models == nil {
			models = policy.Models
		}
		return lotse(models, k.openingOf(policy.OpeningSharp, k.sharp), k.sharp), nil
	}
	c, ok := bot.SearchOf(level)
	if !ok {
		return nil, fmt.Errorf("%s:%s: only lotse and the levels above it have settings", level, list)
	}
	c.Settings, c.Opening = k.search, k.openingOf(c.Opening, 0)
	if k.models != nil {
		c.Models = k.models
	}
	if k.nets != nil {
		c.Nets = k.nets
	}
	return c.New(), nil
}

// openingOf is the sharpness in round 1, of a level with its own one and another in the
// other rounds.
func (k *settings) openingOf(own [5]int32, others int32) [5]int32 {
	switch {
	case k.opening < 0:
		return own
	case k.opening == 0:
		return allSeats(others)
	}
	return allSeats(k.opening)
}

func (k *settings) set(one string) error {
	name, text, _ := strings.Cut(one, "=")
	var err error
	switch name {
	case "weights":
		k.models, err = ReadModels(text)
		return err
	case "nets":
		k.nets, err = ReadNets(text)
		return err
	}
	whole := map[string]*int32{"sharp": &k.sharp, "opening": &k.opening, "prior": &k.search.Prior, "play": &k.search.Play, "horizon": &k.search.Horizon, "best": &k.search.Best}
	parts := map[string]*float64{"explore": &k.search.Explore, "first": &k.search.First}
	if whole[name] == nil && parts[name] == nil {
		return fmt.Errorf("there is no setting %q; there are weights, nets, sharp, opening, explore, first, prior, play, horizon and best", name)
	}
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || !(x >= 0 && x <= 1000):
		return fmt.Errorf("%s is %q, expected a number from 0 to 1000", name, text)
	case whole[name] != nil && x != math.Trunc(x):
		return fmt.Errorf("%s is %q, expected a whole number", name, text)
	case whole[name] != nil:
		*whole[name] = int32(x)
	default:
		*parts[name] = x
	}
	return nil
}

// ReadModels reads the models of a file of weights, by number of seats.
func ReadModels(path string) (func() [5]*policy.Model, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	w, err := policy.ReadWeights(data)
	if err != nil {
		return nil, err
	}
	all := w.All()
	return func() [5]*policy.Model { return all }, nil
}

// ReadNets reads the nets of a file, by number of seats.
func ReadNets(path string) (func() [5]*value.Net, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	f, err := value.Read(data)
	if err != nil {
		return nil, err
	}
	all := f.All()
	return func() [5]*value.Net { return all }, nil
}

func readFile(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s", path)
	}
	return data, err
}
