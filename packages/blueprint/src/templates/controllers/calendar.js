// Everything that has dates, on the days of a month.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { addDays, titleOf } from '../lib/format.js';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const MAX_ITEMS = 4;

export function createCalendar({ entity, field }) {
  const meta = store.schema[entity];
  const dated = Object.entries(store.schema).flatMap(([name, each]) =>
    each.fields
      .filter((own) => own.type === 'date' && !/birth/i.test(own.name))
      .map((own) => ({ name, meta: each, field: own })),
  );
  const base = controller({ turned: 0 }, (state, data) => {
    const start = data.today ?? store.list(entity)[0]?.[field] ?? '2026-01-01';
    const [year, month] = start.split('-').map(Number);
    const shown = new Date(Date.UTC(year, month - 1 + state.turned, 1));
    return {
      meta,
      shows: dated.map((source) => `${source.meta.plural}: ${source.field.label.toLowerCase()}`).join(' · '),
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
        items: itemsOn(date),
      };
    });
  }

  /** At most four fit into a day; the last one then counts the others. */
  function itemsOn(date) {
    const items = dated.flatMap((source) =>
      store
        .list(source.name)
        .filter((record) => record[source.field.name] === date)
        .map((record) => ({
          key: `${source.name} ${source.field.name} ${record.id}`,
          path: `/${source.name}/${record.id}`,
          title: titleOf(source.meta, record),
        })),
    );
    if (items.length <= MAX_ITEMS) return items;
    const shown = items.slice(0, MAX_ITEMS - 1);
    const rest = items[MAX_ITEMS - 1];
    return [...shown, { ...rest, title: `${items.length - shown.length} more` }];
  }

  return { ...base, turn: (months) => base.set({ turned: base.state().turned + months }) };
}
