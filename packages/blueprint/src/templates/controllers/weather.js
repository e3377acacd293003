// The weather of a chosen place: now, the next hours and the next days.
import { app } from '../data/app.js';
import { store } from '../data/store.js';
import { hourOf, typicalDay } from '../lib/climate.js';
import { controller } from '../lib/controller.js';

export function createWeather() {
  const base = controller({ cityId: '', unit: 'C' }, (state, data) => {
    const cities = store.list('cities');
    const city = cities.find((each) => each.id === state.cityId) ?? cities[0];
    const today = new Date(`${data.today ?? app.madeOn}T00:00:00Z`);
    const days = Array.from({ length: 8 }, (_unused, index) => typicalDay(city, new Date(+today + index * 86_400_000)));
    const show = (celsius) => Math.round(state.unit === 'C' ? celsius : celsius * 1.8 + 32);
    const hours = [6, 8, 10, 12, 14, 16, 18, 20, 22].map((hour) => ({ hour, degrees: hourOf(days[0], hour) }));
    return {
      unit: state.unit,
      city,
      cities,
      now: { ...days[0], degrees: show(days[0].high - 1), feels: show(days[0].high - 3) },
      days: days.slice(1, 8).map((day) => ({ ...day, high: show(day.high), low: show(day.low) })),
      ...chartOf(hours, show),
      source: 'Typical values for the season. Connect a weather service for live data.',
    };
  });
  return { ...base, toggleUnit: () => base.set({ unit: base.state().unit === 'C' ? 'F' : 'C' }) };
}

function chartOf(hours, show) {
  const low = Math.min(...hours.map((each) => each.degrees));
  const high = Math.max(...hours.map((each) => each.degrees), low + 1);
  const points = hours.map((each, index) => ({
    x: 40 + index * 80,
    y: Math.round(150 - ((each.degrees - low) / (high - low)) * 105),
    label: `${each.hour}:00`,
    words: `${show(each.degrees)}°`,
  }));
  const line = `M${points.map((point) => `${point.x} ${point.y}`).join('L')}`;
  return { points, line, area: `${line}L680 170L40 170Z` };
}
