// The rules of Snake, one step at a time.
export const SIZE = 17;
const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const OPPOSITE = { up: 'down', down: 'up', left: 'right', right: 'left' };

export function newGame() {
  return {
    snake: [at(6, 8), at(5, 8), at(4, 8)],
    heading: 'right',
    wanted: 'right',
    food: at(12, 8),
    score: 0,
    isOver: false,
  };
}

export function turn(game, wanted) {
  return STEPS[wanted] && OPPOSITE[wanted] !== game.heading ? { ...game, wanted } : game;
}

export function step(game, random = Math.random) {
  if (game.isOver) return game;
  const [dx, dy] = STEPS[game.wanted];
  const x = (game.snake[0] % SIZE) + dx;
  const y = Math.floor(game.snake[0] / SIZE) + dy;
  const head = at(x, y);
  const eats = head === game.food;
  const body = eats ? game.snake : game.snake.slice(0, -1);
  if (x < 0 || y < 0 || x >= SIZE || y >= SIZE || body.includes(head)) return { ...game, isOver: true };
  const snake = [head, ...body];
  const food = eats ? freeCell(snake, random) : game.food;
  return { ...game, snake, heading: game.wanted, food, score: game.score + (eats ? 1 : 0), isOver: food === null };
}

function freeCell(snake, random) {
  const free = Array.from({ length: SIZE * SIZE }, (_unused, cell) => cell).filter((cell) => !snake.includes(cell));
  return free.length ? free[Math.floor(random() * free.length)] : null;
}

function at(x, y) {
  return y * SIZE + x;
}
