// You against the computer, with the score of all rounds.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { bestMove, freeFields, place, winnerOf } from '../lib/tic-tac-toe.js';

const EMPTY = new Array(9).fill('');

export function createTicTacToe() {
  const base = controller({ board: EMPTY }, ({ board }) => {
    const rounds = store.list('rounds');
    const count = (outcome) => rounds.filter((round) => round.outcome === outcome).length;
    const outcome = outcomeOf(board);
    return {
      board,
      isOver: outcome !== null,
      wins: count('Won'),
      draws: count('Draw'),
      losses: count('Lost'),
      message:
        outcome === null
          ? 'You are X. Your move.'
          : { Won: 'You won!', Lost: 'The computer won.', Draw: 'A draw.' }[outcome],
    };
  });
  return {
    ...base,
    start: () => base.set({ board: EMPTY }),
    play(field) {
      let board = place(base.state().board, field, 'X');
      if (outcomeOf(board) === null) board = place(board, bestMove(board, 'O'), 'O');
      base.set({ board });
      const outcome = outcomeOf(board);
      if (outcome !== null) store.add('rounds', { outcome });
    },
  };
}

function outcomeOf(board) {
  const winner = winnerOf(board);
  if (winner) return winner === 'X' ? 'Won' : 'Lost';
  return freeFields(board).length === 0 ? 'Draw' : null;
}
