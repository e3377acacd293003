// The rules of tic-tac-toe, and a player that never loses.
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

export function winnerOf(board) {
  const line = LINES.find(([a, b, c]) => board[a] && board[a] === board[b] && board[a] === board[c]);
  return line ? board[line[0]] : null;
}

export function freeFields(board) {
  return board.flatMap((mark, index) => (mark === '' ? [index] : []));
}

export function bestMove(board, mark) {
  const moves = freeFields(board).map((field) => ({ field, value: -worthOf(place(board, field, mark), other(mark)) }));
  return moves.reduce((best, move) => (move.value > best.value ? move : best)).field;
}

export function place(board, field, mark) {
  return board.map((each, index) => (index === field ? mark : each));
}

function worthOf(board, mark) {
  if (winnerOf(board)) return -1;
  const free = freeFields(board);
  if (free.length === 0) return 0;
  return Math.max(...free.map((field) => -worthOf(place(board, field, mark), other(mark))));
}

function other(mark) {
  return mark === 'X' ? 'O' : 'X';
}
