// The rules of 2048 on a flat list of sixteen numbers.
export function newBoard(random = Math.random) {
  return addTile(addTile(new Array(16).fill(0), random), random);
}

export function addTile(board, random = Math.random) {
  const free = board.flatMap((value, index) => (value === 0 ? [index] : []));
  if (free.length === 0) return board;
  const chosen = free[Math.floor(random() * free.length)];
  return board.map((value, index) => (index === chosen ? (random() < 0.9 ? 2 : 4) : value));
}

/** Slides every line; `gained` is the sum of the tiles that merged. */
export function slide(board, direction) {
  const next = [...board];
  let gained = 0;
  for (let line = 0; line < 4; line += 1) {
    const places = [0, 1, 2, 3].map((step) => placeOf(direction, line, step));
    const { values, points } = mergeLine(places.map((place) => board[place]));
    gained += points;
    places.forEach((place, step) => {
      next[place] = values[step];
    });
  }
  return { board: next, gained, hasMoved: next.some((value, index) => value !== board[index]) };
}

export function mergeLine(line) {
  const tiles = line.filter((value) => value > 0);
  const values = [];
  let points = 0;
  while (tiles.length > 0) {
    const tile = tiles.shift();
    if (tiles[0] === tile) {
      tiles.shift();
      points += tile * 2;
      values.push(tile * 2);
    } else values.push(tile);
  }
  while (values.length < 4) values.push(0);
  return { values, points };
}

export function isStuck(board) {
  return ['up', 'down', 'left', 'right'].every((direction) => !slide(board, direction).hasMoved);
}

function placeOf(direction, line, step) {
  if (direction === 'left') return line * 4 + step;
  if (direction === 'right') return line * 4 + 3 - step;
  return direction === 'up' ? step * 4 + line : (3 - step) * 4 + line;
}
