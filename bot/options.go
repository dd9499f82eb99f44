package bot

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"ruhr/bot/policy"
	"ruhr/bot/search"
	"ruhr/bot/value"
	"ruhr/rules"
)

// options change how a level plays, for measurements: its weights, how strictly
// Lotse follows them, and the settings of the search.
type options struct {
	models     func() [5]*policy.Model // by number of seats; nil are the level's own
	nets       func() [5]*value.Net    // by number of seats
	lotseSharp int32                   // of Lotse, in 16ths
	search     search.Settings         // of the searching levels
}

// standard is how the levels play.
var standard = options{nets: value.Nets, lotseSharp: policy.LotseSharp, search: search.Standard}

// standard1 is how the first generation played, frozen as lotse-1, reeder-1 and
// bergrat-1: yardsticks that later levels are measured against.
var standard1 = options{models: policy.Models1, lotseSharp: 48, search: search.Standard1}

func (k options) lotse() Bot {
	return &policyBot{make: func(g *rules.Game) policy.Policy {
		return policy.NewLearned(policy.NewTables(g), k.modelsOf("lotse")()[g.Seats()], k.lotseSharp)
	}}
}

func (k options) searcher(level string, threads int) *searcher {
	return &searcher{playouts: ownPlayouts[level], threads: threads, set: k.search, models: k.modelsOf(level), nets: k.nets}
}

// modelsOf are the models that a level follows.
func (k options) modelsOf(level string) func() [5]*policy.Model {
	switch {
	case k.models != nil:
		return k.models
	case level == "reeder", level == "bergrat":
		return policy.SearchModels
	}
	return policy.Models
}

// with changes some options of a level, as in explore=0.25:prior=8.
func (k options) with(level, list string) (Bot, error) {
	for _, one := range strings.Split(list, ":") {
		if err := k.set(one); err != nil {
			return nil, fmt.Errorf("%s:%s: %w", level, list, err)
		}
	}
	switch level {
	case "lotse":
		return k.lotse(), nil
	case "hafenmeister", "kohlenhaendler", "reeder":
		return k.searcher(level, 1), nil
	case "bergrat":
		return k.searcher(level, 2), nil
	}
	return nil, fmt.Errorf("%s:%s: only lotse and the levels above it have settings", level, list)
}

func (k *options) set(one string) error {
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
	whole := map[string]*int32{"sharp": &k.lotseSharp, "prior": &k.search.Prior, "play": &k.search.Play, "horizon": &k.search.Horizon, "best": &k.search.Best}
	parts := map[string]*float64{"explore": &k.search.Explore, "first": &k.search.First}
	if whole[name] == nil && parts[name] == nil {
		return fmt.Errorf("there is no setting %q; there are weights, nets, sharp, explore, first, prior, play, horizon and best", name)
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
