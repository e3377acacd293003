// A typical day for a place and a date, from its climate: stands in until a weather service is connected (see README).
import { seededRandom } from './art.js';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export function typicalDay(city, date) {
  const random = seededRandom(`${city.name}${date.toISOString().slice(0, 10)}`);
  const season = Math.cos(((dayOfYear(date) - (city.latitude >= 0 ? 200 : 17)) / 365) * 2 * Math.PI);
  const high = Math.round(city.mean + city.swing * season + (random() - 0.5) * 6 + 4);
  const rain = Math.round(Math.min(95, Math.max(2, city.rain + (random() - 0.5) * 60)));
  const sky = rain > 65 ? 'Rain' : rain > 40 ? 'Cloudy' : rain > 25 ? 'Partly cloudy' : 'Sunny';
  return {
    name: DAYS[date.getUTCDay()],
    high,
    low: high - 5 - Math.round(random() * 4),
    rain,
    sky,
    icon: sky === 'Sunny' ? 'sun' : 'cloud',
    wind: Math.round(5 + random() * 25),
    humidity: Math.round(40 + rain / 2),
  };
}

export function hourOf(day, hour) {
  const warmth = Math.cos(((hour - 15) / 24) * 2 * Math.PI);
  return Math.round((day.high + day.low) / 2 + ((day.high - day.low) / 2) * warmth);
}

function dayOfYear(date) {
  return Math.floor((date - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000);
}
