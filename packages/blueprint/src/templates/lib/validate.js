// Checks a record against its entity and turns what a form sends into clean values.
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{2}:\d{2}$/;
const NUMERIC = ['number', 'money', 'percent', 'rating'];

export function validateRecord(entity, input) {
  const values = {};
  const errors = {};
  for (const field of entity.fields) {
    const { value, error } = readField(field, input[field.name]);
    if (error) errors[field.name] = error;
    else values[field.name] = value;
  }
  return { values, errors, ok: Object.keys(errors).length === 0 };
}

function readField(field, raw) {
  if (field.type === 'boolean') return { value: raw === true || raw === 'true' || raw === 'on' };
  const text = raw === undefined || raw === null ? '' : String(raw).trim();
  if (text === '') return field.required ? { error: `${field.label} is required.` } : { value: null };
  if (NUMERIC.includes(field.type)) return readNumber(field, text);
  if (text.length > 5000) return { error: `${field.label} is too long.` };
  return checkText(field, text);
}

function readNumber(field, text) {
  const value = Number(text.replace(',', '.'));
  if (!Number.isFinite(value)) return { error: `${field.label} must be a number.` };
  if (field.min !== undefined && value < field.min) return { error: `${field.label} must be at least ${field.min}.` };
  if (field.max !== undefined && value > field.max) return { error: `${field.label} must be at most ${field.max}.` };
  return { value };
}

function checkText(field, text) {
  if (field.type === 'email' && !EMAIL.test(text)) return { error: `${field.label} must be an e-mail address.` };
  if (field.type === 'date' && !(DATE.test(text) && !Number.isNaN(Date.parse(text))))
    return { error: `${field.label} must be a date.` };
  if (field.type === 'time' && !TIME.test(text)) return { error: `${field.label} must be a time.` };
  if (field.type === 'url' && !/^https?:\/\//.test(text))
    return { error: `${field.label} must start with http:// or https://.` };
  if (field.type === 'choice' && !field.options.includes(text))
    return { error: `${field.label} must be one of: ${field.options.join(', ')}.` };
  return { value: text };
}
