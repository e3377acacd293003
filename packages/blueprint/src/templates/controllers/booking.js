// Books a free time for a service: taken times cannot be chosen.
import { app } from '../data/app.js';
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { addDays, formatDate } from '../lib/format.js';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export function createBooking() {
  const start = { serviceId: '', date: '', time: '', name: '', email: '', problem: '', booked: '' };
  const base = controller(start, (state, data) => {
    const today = data.today ?? app.madeOn;
    const date = state.date || addDays(today, 1);
    const taken = store.list('bookings').filter((each) => each.date === date && each.status !== 'Cancelled');
    return {
      ...state,
      date,
      serviceId: state.serviceId || store.list('services')[0]?.id,
      services: store.list('services'),
      days: Array.from({ length: 10 }, (_unused, index) => dayOf(addDays(today, index + 1))),
      slots: app.copy.booking.times.map((time) => ({ time, isTaken: taken.some((each) => each.time === time) })),
    };
  });
  return {
    ...base,
    book() {
      const { serviceId, date, time, name, email } = base.get();
      if (!time) return base.set({ problem: 'Please choose a time.' });
      const result = store.add('bookings', { name, email, service: serviceId, date, time, status: 'Confirmed' });
      if (!result.ok) return base.set({ problem: Object.values(result.errors)[0] });
      base.set({ ...start, booked: `Booked for ${name}: ${formatDate(date)} at ${time}.` });
    },
  };
}

function dayOf(date) {
  return { date, number: Number(date.slice(8)), name: DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] };
}
