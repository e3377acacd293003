// Makes example records for an entity: known names, dates around today, plausible amounts.
import type { Entity, Field, FieldValue, SeedRecord } from '../blueprint.ts';

const PEOPLE = [
  'Ada Moreno',
  'Liam Novak',
  'Priya Shah',
  'Jonas Weber',
  'Mei Tanaka',
  'Sofia Rossi',
  'Omar Haddad',
  'Clara Diaz',
];
const PLACES = ['North field', 'Main street 12', 'Riverside', 'Old town', 'Hilltop', 'Harbour'];
const COMPANIES = ['Fjord Labs', 'Green Rail', 'Paper & Co', 'Lumen Studio', 'Harbour Bank', 'Alpine Parts'];
const NOTES = [
  'Everything looks good so far.',
  'Needs another look next week.',
  'Remember to ask for details.',
  'Went better than expected.',
  'Small changes since last time.',
];

/** Relations point at records that exist: entities are filled in order and wrap around. */
export function seedEntities(entities: Entity[], namesOf: (entity: Entity) => string[], today: Date): void {
  const countOf = (name: string | undefined) => {
    const target = entities.find((entity) => entity.name === name);
    return target ? Math.max(1, Math.min(4, namesOf(target).length)) : 1;
  };
  for (const entity of entities) {
    const names = namesOf(entity);
    entity.seed = names.map((name, index) => seedRecord({ entity, index, today, countOf }, name));
  }
}

interface Spot {
  entity: Entity;
  index: number;
  today: Date;
  countOf: (entity: string | undefined) => number;
}

function seedRecord(spot: Spot, name: string): SeedRecord {
  const { entity, index } = spot;
  const title = entity.fields.find((field) => field.type === 'text') ?? entity.fields[0];
  const record: SeedRecord = { id: `${entity.name}-${index + 1}` };
  for (const field of entity.fields)
    record[field.name] = field === title && field.type === 'text' ? name : exampleFor(field, spot);
  return record;
}

function exampleFor(field: Field, { index, today, countOf }: Spot): FieldValue {
  const turn = index * 7 + field.name.length * 3;
  switch (field.type) {
    case 'relation':
      return `${field.to}-${(index % countOf(field.to)) + 1}`;
    case 'choice':
      return field.options?.[index % field.options.length] ?? null;
    case 'boolean':
      return index % 3 === 0;
    case 'date':
      return dayFrom(today, /birth/i.test(field.name) ? -9000 - turn * 90 : (turn % 26) - 9);
    case 'time':
      return `${String(9 + (turn % 9)).padStart(2, '0')}:${turn % 2 ? '30' : '00'}`;
    case 'money':
      return moneyFor(field, turn);
    case 'percent':
      return (turn * 13) % 101;
    case 'rating':
      return 3 + (index % 3);
    case 'number':
      return numberFor(field, turn, index);
    default:
      return textFor(field, index);
  }
}

function moneyFor(field: Field, turn: number): number {
  if (/salary|value|budget|rent/i.test(field.name)) return 800 + ((turn * 370) % 4200);
  return 4 + ((turn * 1337) % 9000) / 100;
}

function numberFor(field: Field, turn: number, index: number): number {
  if (/year/i.test(field.name)) return 2018 + (turn % 8);
  if (/minutes|duration|calories|pages/i.test(field.name)) return 15 + ((turn * 11) % 240);
  if (/age/i.test(field.name)) return 1 + (turn % 40);
  return 2 + ((turn + index * 3) % 24);
}

function textFor(field: Field, index: number): string | null {
  const pick = (list: string[]) => list[index % list.length] ?? '';
  const name = field.name.toLowerCase();
  const person = pick(PEOPLE);
  if (field.type === 'email') return `${person.toLowerCase().replace(' ', '.')}@example.com`;
  if (field.type === 'phone') return `+1 555 01${String(10 + index * 7).slice(0, 2)}`;
  if (field.type === 'url') return `https://example.com/${index + 1}`;
  if (/address|location|place|city|destination|origin/.test(name)) return pick(PLACES);
  if (field.type === 'longtext') return pick(NOTES);
  if (/company|make|brand|organisation/.test(name)) return pick(COMPANIES);
  if (/author|artist|owner|assignee|person|teacher|coach|customer|reporter|contact|player|donor|by$/.test(name))
    return person;
  return `${field.label} ${index + 1}`;
}

/** An example value for a field that is added to existing records. */
export function exampleValue(field: Field, index: number, today: Date): FieldValue {
  return exampleFor(field, {
    entity: { name: '', singular: '', plural: '', icon: '', fields: [], seed: [] },
    index,
    today,
    countOf: () => 1,
  });
}

export function dayFrom(today: Date, days: number): string {
  return new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
