// Habits and the days on which they were kept.
import { app } from '../data/app.js';
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { addDays, formatDate } from '../lib/format.js';
import { streakOf } from '../lib/streak.js';

const NAMES = ['S', 'M', 'T', 'W', 'T', 'F', 'S'];

export function createHabits() {
  const base = controller({ draft: '' }, (state, data) => {
    const today = data.today ?? app.madeOn;
    const week = Array.from({ length: 7 }, (_unused, index) => addDays(today, index - 6));
    return {
      ...state,
      todayWords: formatDate(today),
      habits: store.list('habits').map((habit) => {
        const dates = store
          .list('checks')
          .filter((check) => check.habit === habit.id)
          .map((check) => check.date);
        const streak = streakOf(dates, today);
        return {
          ...habit,
          streakWords: streak === 1 ? '1 day in a row' : `${streak} days in a row`,
          days: week.map((date) => ({
            date,
            name: NAMES[new Date(`${date}T00:00:00Z`).getUTCDay()],
            isDone: dates.includes(date),
          })),
        };
      }),
    };
  });
  return {
    ...base,
    add() {
      if (store.add('habits', { name: base.state().draft }).ok) base.set({ draft: '' });
    },
    toggle(habit, date) {
      const check = store.list('checks').find((each) => each.habit === habit && each.date === date);
      if (check) store.remove('checks', check.id);
      else store.add('checks', { habit, date });
    },
    remove: (id) => store.remove('habits', id),
  };
}
