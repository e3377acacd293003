// Learns cards: known ones leave the pile, the others come again.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';

export function createFlashcards() {
  const base = controller({ isTurned: false, seen: [] }, (state) => {
    const cards = store.list('cards');
    const open = cards.filter((card) => card.state !== 'Known');
    return {
      isTurned: state.isTurned,
      progress: `${cards.length - open.length} of ${cards.length} known`,
      card: open.find((card) => !state.seen.includes(card.id)) ?? open[0],
    };
  });
  return {
    ...base,
    turn: () => base.set({ isTurned: !base.state().isTurned }),
    mark(state) {
      const { card } = base.get();
      base.set({ isTurned: false, seen: [...base.state().seen, card.id] });
      store.update('cards', card.id, { state });
    },
    reset() {
      for (const card of store.list('cards')) store.update('cards', card.id, { state: 'New' });
      base.set({ isTurned: false, seen: [] });
    },
  };
}
