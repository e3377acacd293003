// Infers a field from the words that name it: `due date` is a date, `price` is money, `status` a choice.
import type { Field, FieldType } from '../blueprint.ts';
import { identifierOf, sentenceCase } from './words.ts';

interface Rule {
  pattern: RegExp;
  type: FieldType;
  options?: string[];
  min?: number;
  max?: number;
}

const RULES: Rule[] = [
  { pattern: /\b(cooking|prep\w*|baking|reading|travel|total) time\b/, type: 'number', min: 0 },
  { pattern: /\b(e-?mail)\b/, type: 'email' },
  { pattern: /\b(phone|mobile|telephone)\b/, type: 'phone' },
  { pattern: /\b(website|url|link|homepage)\b/, type: 'url' },
  { pattern: /\b(rating|stars|score out of)\b/, type: 'rating', min: 1, max: 5 },
  { pattern: /\b(priority|urgency|importance)\b/, type: 'choice', options: ['Low', 'Medium', 'High'] },
  { pattern: /\b(severity)\b/, type: 'choice', options: ['Minor', 'Major', 'Critical'] },
  { pattern: /\b(difficulty|level)\b/, type: 'choice', options: ['Easy', 'Medium', 'Hard'] },
  { pattern: /\b(mood)\b/, type: 'choice', options: ['Great', 'Good', 'Fair', 'Bad'] },
  { pattern: /\b(condition|health|strength)\b/, type: 'choice', options: ['Strong', 'Fair', 'Weak'] },
  { pattern: /\b(size)\b/, type: 'choice', options: ['Small', 'Medium', 'Large'] },
  { pattern: /\b(gender|sex)\b/, type: 'choice', options: ['Female', 'Male', 'Other'] },
  { pattern: /\b(status|state|stage|progress)\b/, type: 'choice', options: ['Open', 'In progress', 'Done'] },
  {
    pattern: /\b(category|type|kind|genre|cuisine|department|group)\b/,
    type: 'choice',
    options: ['General', 'Special', 'Other'],
  },
  {
    pattern:
      /\b(due|deadline|date|birthday|day|when|expires|expiry|started|finished|planted|watered|inspected|visited|bought|since|until|renewal)\b/,
    type: 'date',
  },
  { pattern: /\b(time|hour|starts at|ends at)\b/, type: 'time' },
  {
    pattern: /\b(price|cost|amount|salary|budget|fee|total|value|spent|revenue|rent|income|payment|balance|wage)\b/,
    type: 'money',
    min: 0,
  },
  { pattern: /\b(percent|percentage|discount|completion)\b/, type: 'percent', min: 0, max: 100 },
  {
    pattern:
      /\b(quantity|count|number of|stock|age|weight|height|distance|duration|minutes|hours|servings|pages|reps|sets|calories|miles|km|seats|capacity|year|points|goals|temperature|yield|frames|length|width|area|rooms|guests|mileage|rounds|score|humidity)\b/,
    type: 'number',
  },
  {
    pattern:
      /\b(done|completed|finished\?|paid|active|is |has |favou?rite|available|published|urgent|archived|returned|read)\b/,
    type: 'boolean',
  },
  {
    pattern:
      /\b(notes?|description|comments?|details?|body|content|bio|instructions|steps|ingredients|review|summary|text|message|feedback|observations?|findings|address)\b/,
    type: 'longtext',
  },
];

export function fieldFrom(words: string): Field {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/^(an?|the|their|its|his|her|my|some)\s+/, '');
  const label = sentenceCase(text);
  const name = identifierOf(text);
  const listed = /^(.+?)\s*\((.+)\)$/.exec(text);
  if (listed?.[1] && listed[2]) {
    const options = listed[2]
      .split(/\s*(?:,|\/|\bor\b|\band\b)\s*/)
      .filter(Boolean)
      .map(sentenceCase);
    if (options.length > 1)
      return { name: identifierOf(listed[1]), label: sentenceCase(listed[1]), type: 'choice', options };
  }
  const rule = RULES.find((each) => each.pattern.test(text));
  if (!rule) return { name, label, type: 'text' };
  const { type, options, min, max } = rule;
  return {
    name,
    label,
    type,
    ...(options ? { options } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}

/** Compact notation of the lexicon: `name*`, `status:Open|Done`, `price:money`, `hive>hives`. */
export function fieldFromNotation(notation: string): Field {
  const required = notation.endsWith('*');
  const text = required ? notation.slice(0, -1) : notation;
  const [words = '', rest] = text.split(':');
  if (text.includes('>')) {
    const [label = '', to = ''] = text.split('>');
    return {
      name: identifierOf(label),
      label: sentenceCase(label),
      type: 'relation',
      to,
      ...(required ? { required } : {}),
    };
  }
  const inferred = fieldFrom(words);
  const typed: Field = !rest
    ? inferred
    : rest.includes('|')
      ? { name: inferred.name, label: inferred.label, type: 'choice', options: rest.split('|') }
      : { ...inferred, type: rest as FieldType };
  return required ? { ...typed, required } : typed;
}
