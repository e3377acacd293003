// A round of questions with four answers each, a score and a review.
import { store } from '../data/store.js';
import { seededRandom } from '../lib/art.js';
import { controller } from '../lib/controller.js';

export function createQuiz() {
  const start = { stage: 'start', index: 0, chosen: null, given: [], round: 0 };
  const base = controller(start, (state) => {
    const questions = store.list('questions');
    const current = questions[state.index];
    const score = state.given.filter((each) => each.isRight).length;
    const results = store.list('results');
    return {
      stage: state.stage,
      total: questions.length,
      number: state.index + 1,
      score,
      width: `${(state.given.length / Math.max(1, questions.length)) * 100}%`,
      question: current?.question ?? '',
      isAnswered: state.chosen !== null,
      answers: current ? answersOf(current, state) : [],
      review: state.given,
      verdict: verdictOf(score / Math.max(1, questions.length)),
      bestWords: results.length
        ? `Best so far: ${Math.max(...results.map((each) => each.score))}`
        : 'No result yet: set the first.',
    };
  });
  return {
    ...base,
    start: () => base.set({ ...start, stage: 'asking', round: base.state().round + 1 }),
    answer(words) {
      const { index, given } = base.state();
      const { question, answer } = store.list('questions')[index];
      base.set({ chosen: words, given: [...given, { question, right: answer, isRight: words === answer }] });
    },
    next() {
      const { index, given } = base.state();
      const total = store.list('questions').length;
      if (index + 1 < total) return base.set({ index: index + 1, chosen: null });
      store.add('results', { score: given.filter((each) => each.isRight).length, total });
      base.set({ stage: 'done' });
    },
  };
}

function answersOf(current, state) {
  const random = seededRandom(`${current.id}${state.round}`);
  const words = [current.answer, current.wrong1, current.wrong2, current.wrong3].filter(Boolean);
  return words
    .map((each) => ({ each, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => ({ words: each, look: lookOf(each, current.answer, state.chosen) }));
}

function lookOf(words, right, chosen) {
  if (chosen === null) return 'answer';
  if (words === right) return 'answer is-right';
  return words === chosen ? 'answer is-wrong' : 'answer';
}

function verdictOf(share) {
  if (share === 1) return 'Perfect! Nothing left to learn here.';
  if (share >= 0.7) return 'Very good.';
  return share >= 0.4 ? 'Not bad. Another round?' : 'Practice makes perfect: try again.';
}
