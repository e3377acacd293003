// The keys, the display and the history of a pocket calculator; the keyboard works too.
import { store } from '../data/store.js';
import { compute } from '../lib/arithmetic.js';
import { controller } from '../lib/controller.js';

const KEYS = ['C', '(', ')', '÷', '7', '8', '9', '×', '4', '5', '6', '−', '1', '2', '3', '+', '%', '0', '.', '='];
const TYPED = { '/': '÷', '*': '×', '-': '−', Enter: '=', Escape: 'C' };

export function createCalculator() {
  const onKey = (event) => {
    const key = TYPED[event.key] ?? event.key;
    if (event.key === 'Backspace') base.set({ text: base.state().text.slice(0, -1) });
    else if (KEYS.includes(key) && !event.metaKey && !event.ctrlKey) press(key);
  };
  const base = controller(
    { text: '', trail: '' },
    (state) => ({
      keys: KEYS,
      display: state.text || '0',
      trail: state.trail,
      history: store.list('history').slice(0, 8),
    }),
    {
      start: () => globalThis.addEventListener?.('keydown', onKey),
      stop: () => globalThis.removeEventListener?.('keydown', onKey),
    },
  );

  function press(key) {
    const { text } = base.state();
    if (key === 'C') return base.set({ text: '', trail: '' });
    if (key !== '=') return base.set({ text: `${text}${key}` });
    const answer = compute(text);
    if (answer === null) return base.set({ trail: 'That cannot be computed' });
    store.add('history', { sum: text, answer: String(answer) });
    base.set({ text: String(answer), trail: `${text} =` });
  }

  return { ...base, press };
}
