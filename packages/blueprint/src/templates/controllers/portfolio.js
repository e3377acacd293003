// Work by area, and letters to its maker.
import { app } from '../data/app.js';
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';

const INPUTS = [
  { name: 'name', label: 'Your name' },
  { name: 'email', label: 'Your e-mail' },
  { name: 'words', label: 'Message' },
];

export function createPortfolio() {
  const areas = store.schema.works.fields.find((field) => field.name === 'area').options;
  const base = controller({ area: 'All', letter: {}, errors: {}, message: '' }, (state) => ({
    ...state,
    copy: app.copy.portfolio,
    areas: ['All', ...areas],
    works: store.list('works').filter((work) => state.area === 'All' || work.area === state.area),
    inputs: INPUTS.map((input) => ({
      ...input,
      value: state.letter[input.name] ?? '',
      error: state.errors[input.name] ?? '',
    })),
  }));
  return {
    ...base,
    edit: (name, value) => base.set({ letter: { ...base.state().letter, [name]: value }, message: '' }),
    send() {
      const result = store.add('letters', base.state().letter);
      base.set(
        result.ok ? { letter: {}, errors: {}, message: 'Thank you! I will answer soon.' } : { errors: result.errors },
      );
    },
  };
}
