// Plays Snake: the clock, the keys and the best score.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { newGame, SIZE, step, turn } from '../lib/snake.js';

const KEYS = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  w: 'up',
  s: 'down',
  a: 'left',
  d: 'right',
};

export function createSnake() {
  let clock;
  const onKey = (event) => {
    if (!KEYS[event.key]) return;
    event.preventDefault();
    steer(KEYS[event.key]);
  };
  const base = controller(
    { game: newGame(), isRunning: false },
    ({ game, isRunning }) => ({
      size: SIZE,
      score: game.score,
      isOver: game.isOver,
      isRunning,
      best: Math.max(0, ...store.list('scores').map((each) => each.score)),
      message: game.isOver
        ? 'Game over!'
        : isRunning
          ? 'Eat, grow, and mind the walls.'
          : 'Press start, then use the arrow keys.',
      cells: Array.from({ length: SIZE * SIZE }, (_unused, cell) => lookOf(game, cell)),
    }),
    {
      start: () => globalThis.addEventListener?.('keydown', onKey),
      stop: () => {
        clearInterval(clock);
        globalThis.removeEventListener?.('keydown', onKey);
      },
    },
  );

  function steer(direction) {
    base.set({ game: turn(base.state().game, direction) });
  }

  function beat() {
    const game = step(base.state().game);
    base.set({ game });
    if (!game.isOver) return;
    clearInterval(clock);
    base.set({ isRunning: false });
    store.add('scores', { player: 'You', score: game.score });
  }

  return {
    ...base,
    turn: steer,
    start() {
      clearInterval(clock);
      base.set({ game: newGame(), isRunning: true });
      clock = setInterval(beat, 130);
    },
  };
}

function lookOf(game, cell) {
  if (cell === game.snake[0]) return 'cell is-head';
  if (game.snake.includes(cell)) return 'cell is-body';
  return cell === game.food ? 'cell is-food' : 'cell';
}
