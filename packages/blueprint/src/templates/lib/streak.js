// Counts the days in a row up to today on which something was done.
import { addDays } from './format.js';

export function streakOf(dates, today) {
  let count = 0;
  let day = dates.includes(today) ? today : addDays(today, -1);
  while (dates.includes(day)) {
    count += 1;
    day = addDays(day, -1);
  }
  return count;
}
