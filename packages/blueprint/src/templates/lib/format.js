// Turns stored values into words for people; fixed to UTC and one locale so that every renderer agrees.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function formatDate(value) {
  if (!value) return '';
  const [year, month, day] = value.slice(0, 10).split('-').map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

export function formatMoney(value) {
  const [whole, cents] = Math.abs(value).toFixed(2).split('.');
  return `${value < 0 ? '−' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

export function formatValue(field, value, findRelated) {
  if (value === null || value === undefined || value === '') return '–';
  if (field.type === 'date') return formatDate(value);
  if (field.type === 'money') return formatMoney(value);
  if (field.type === 'percent') return `${value} %`;
  if (field.type === 'boolean') return value ? 'Yes' : 'No';
  if (field.type === 'rating') return `${'★'.repeat(value)}${'☆'.repeat(Math.max(0, 5 - value))}`;
  if (field.type === 'relation') return findRelated?.(field.to, value) ?? '–';
  return String(value);
}

/** The words that name a record: its first text field. */
export function titleOf(entity, record) {
  const field = entity.fields.find((each) => each.type === 'text') ?? entity.fields[0];
  return String(record?.[field.name] ?? 'Untitled');
}

/** A badge's colour follows its place among the options, so that it is the same on every page. */
export function toneOf(field, value) {
  if (field.type === 'boolean') return value ? 'good' : 'calm';
  const word = String(value).toLowerCase();
  if (/done|complete|paid|active|healthy|good|strong|confirmed|delivered|available|won|yes|easy/.test(word))
    return 'good';
  if (/overdue|high|urgent|critical|lost|cancel|bad|weak|sick|out|failed|hard/.test(word)) return 'alert';
  if (/progress|pending|medium|review|sent|waiting|fair|doing|low stock/.test(word)) return 'warn';
  return 'calm';
}

export function addDays(date, days) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
