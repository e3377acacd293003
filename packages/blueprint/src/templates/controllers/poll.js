// Questions, their answers and the votes.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';

export function createPoll() {
  const base = controller({ drafts: {}, question: '' }, (state) => ({
    ...state,
    polls: store.list('polls').map((poll) => {
      const choices = store
        .list('choices')
        .filter((choice) => choice.poll === poll.id)
        .reverse();
      const total = choices.reduce((sum, choice) => sum + choice.votes, 0);
      return {
        ...poll,
        total,
        choices: choices.map((choice) => {
          const share = total ? Math.round((choice.votes / total) * 100) : 0;
          return { ...choice, share, width: `${share}%` };
        }),
      };
    }),
  }));
  return {
    ...base,
    vote: (id) => store.update('choices', id, { votes: store.find('choices', id).votes + 1 }),
    write: (poll, words) => base.set({ drafts: { ...base.state().drafts, [poll]: words } }),
    addChoice(poll) {
      const { drafts } = base.state();
      if (store.add('choices', { poll, words: drafts[poll], votes: 0 }).ok)
        base.set({ drafts: { ...drafts, [poll]: '' } });
    },
    ask() {
      if (store.add('polls', { question: base.state().question }).ok) base.set({ question: '' });
    },
  };
}
