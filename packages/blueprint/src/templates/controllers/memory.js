// Finds pairs of cards; the fewest turns are kept.
import { store } from '../data/store.js';
import { seededRandom } from '../lib/art.js';
import { controller } from '../lib/controller.js';

const ICONS = ['sun', 'moon', 'heart', 'star', 'leaf', 'cloud', 'bolt', 'book'];

export function createMemory() {
  let wait;
  const base = controller(
    deal('first deal'),
    (state) => {
      const best = store.list('scores').map((each) => each.score);
      const isDone = state.found.length === 16;
      return {
        turns: state.turns,
        pairs: state.found.length / 2,
        bestWords: best.length ? `Best: ${Math.min(...best)} turns` : 'No best yet',
        message: isDone ? `Done in ${state.turns} turns!` : 'Turn two cards over.',
        cards: state.deck.map((icon, place) => ({
          place,
          icon,
          isOpen: state.open.includes(place) || state.found.includes(place),
        })),
      };
    },
    { stop: () => clearTimeout(wait) },
  );
  return {
    ...base,
    start() {
      clearTimeout(wait);
      base.set(deal(String(Math.random())));
    },
    flip(place) {
      const { deck, open, found, turns } = base.state();
      if (open.length === 2 || open.includes(place) || found.includes(place)) return;
      if (open.length === 0) return base.set({ open: [place] });
      const isPair = deck[open[0]] === deck[place];
      base.set({
        open: isPair ? [] : [open[0], place],
        found: isPair ? [...found, open[0], place] : found,
        turns: turns + 1,
      });
      if (!isPair) wait = setTimeout(() => base.set({ open: [] }), 800);
      else if (found.length === 14) store.add('scores', { player: 'You', score: turns + 1 });
    },
  };
}

function deal(words) {
  const random = seededRandom(words);
  const deck = [...ICONS, ...ICONS]
    .map((icon) => ({ icon, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ icon }) => icon);
  return { deck, open: [], found: [], turns: 0 };
}
