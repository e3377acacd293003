// A server process that says how much CPU time the turns of its event loop took.
import { watchTurns } from './loop-turns.ts';
import './paid-server.ts';

const readTurns = watchTurns();

process.on('message', (message) => {
  if (message === 'turns') process.send?.(readTurns());
});
