// Plays 2048 with the arrow keys or the buttons.
import { store } from '../data/store.js';
import { seededRandom } from '../lib/art.js';
import { controller } from '../lib/controller.js';
import { addTile, isStuck, newBoard, slide } from '../lib/merge-board.js';

const KEYS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

export function createGame2048() {
  const onKey = (event) => {
    if (!KEYS[event.key]) return;
    event.preventDefault();
    move(KEYS[event.key]);
  };
  const base = controller(
    { board: newBoard(seededRandom('first board')), score: 0, isOver: false },
    (state) => ({
      tiles: state.board,
      score: state.score,
      best: Math.max(state.score, ...store.list('scores').map((each) => each.score)),
      message: messageFor(state),
    }),
    {
      start: () => globalThis.addEventListener?.('keydown', onKey),
      stop: () => globalThis.removeEventListener?.('keydown', onKey),
    },
  );

  function move(direction) {
    const { board, score, isOver } = base.state();
    const next = slide(board, direction);
    if (isOver || !next.hasMoved) return;
    const filled = addTile(next.board);
    const ended = isStuck(filled);
    base.set({ board: filled, score: score + next.gained, isOver: ended });
    if (ended) store.add('scores', { player: 'You', score: score + next.gained });
  }

  return { ...base, move, start: () => base.set({ board: newBoard(), score: 0, isOver: false }) };
}

function messageFor({ board, isOver }) {
  if (isOver) return 'No move left. Another round?';
  return board.includes(2048) ? 'You made 2048!' : 'Join equal tiles to reach 2048.';
}
