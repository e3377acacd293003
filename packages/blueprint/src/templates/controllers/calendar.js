// Records on the days of a month.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { addDays, titleOf } from '../lib/format.js';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export function createCalendar({ entity, field }) {
  const meta = store.schema[entity];
  const base = controller({ turned: 0 }, (state, data) => {
    const start = data.today ?? store.list(entity)[0]?.[field] ?? '2026-01-01';
    const [year, month] = start.split('-').map(Number);
    const shown = new Date(Date.UTC(year, month - 1 + state.turned, 1));
    return {
      meta,
      monthName: `${MONTHS[shown.getUTCMonth()]} ${shown.getUTCFullYear()}`,
      dayNames: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
      days: daysOf(shown, data.today),
    };
  });

  function daysOf(shown, today) {
    const first = shown.toISOString().slice(0, 10);
    const lead = (shown.getUTCDay() + 6) % 7;
    return Array.from({ length: 42 }, (_unused, index) => {
      const date = addDays(first, index - lead);
      return {
        date,
        number: Number(date.slice(8)),
        isToday: date === today,
        isOutside: date.slice(0, 7) !== first.slice(0, 7),
        items: store
          .list(entity)
          .filter((record) => record[field] === date)
          .slice(0, 3)
          .map((record) => ({ id: record.id, title: titleOf(meta, record) })),
      };
    });
  }

  return { ...base, turn: (months) => base.set({ turned: base.state().turned + months }) };
}
