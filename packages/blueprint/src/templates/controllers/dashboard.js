// The overview: a tile per kind of record, charts by choice, what is coming up and what is new.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { formatDate, formatMoney, titleOf } from '../lib/format.js';
import { countByOption, sumOf, wordsFor } from '../lib/records.js';

export function createDashboard() {
  const entities = Object.entries(store.schema);
  const [firstName, first] = entities[0];
  return controller({}, (_state, data) => ({
    greeting: data.today ? `Today is ${formatDate(data.today)}` : 'Welcome back',
    newPath: `/${firstName}/new`,
    newLabel: `New ${first.singular}`,
    tiles: entities.flatMap(([name, meta]) => tilesOf(name, meta)),
    charts: entities.flatMap(([name, meta]) => chartsOf(name, meta)).slice(0, 4),
    upcoming: upcomingOf(entities, data.today),
    latestLabel: first.plural,
    latest: store
      .list(firstName)
      .slice(0, 5)
      .map((record) => ({
        key: record.id,
        path: `/${firstName}/${record.id}`,
        title: titleOf(first, record),
        note: noteOf(first, record),
      })),
  }));
}

function tilesOf(name, meta) {
  const records = store.list(name);
  const tiles = [{ label: meta.plural, number: String(records.length), path: `/${name}`, icon: meta.icon }];
  const money = meta.fields.find((field) => field.type === 'money');
  if (money)
    tiles.push({
      label: `Total ${money.label.toLowerCase()}`,
      number: formatMoney(sumOf(records, money.name)),
      path: `/${name}`,
      icon: 'coin',
    });
  return tiles;
}

function chartsOf(name, meta) {
  const money = meta.fields.find((field) => field.type === 'money');
  return meta.fields
    .filter((field) => field.type === 'choice')
    .slice(0, 2)
    .map((field) => {
      const counts = countByOption(store.list(name), field, money);
      const top = Math.max(1, ...counts.map((each) => each.total));
      return {
        title: money
          ? `${money.label} by ${field.label.toLowerCase()}`
          : `${meta.plural} by ${field.label.toLowerCase()}`,
        bars: counts.map((each) => ({
          label: each.label,
          width: `${Math.round((each.total / top) * 100)}%`,
          words: money ? formatMoney(each.total) : String(each.total),
        })),
      };
    });
}

function upcomingOf(entities, today) {
  if (!today) return [];
  return entities
    .flatMap(([name, meta]) => {
      const field = meta.fields.find((each) => each.type === 'date');
      if (!field) return [];
      return store
        .list(name)
        .filter((record) => record[field.name] >= today)
        .map((record) => ({
          key: record.id,
          path: `/${name}/${record.id}`,
          title: titleOf(meta, record),
          date: record[field.name],
        }));
    })
    .sort((a, b) => a.date.localeCompare(b.date))
    .slice(0, 5)
    .map((item) => ({ ...item, when: formatDate(item.date) }));
}

function noteOf(meta, record) {
  const field = meta.fields.find((each) => each.type === 'choice') ?? meta.fields.find((each) => each.type === 'date');
  return field ? wordsFor(store, field, record[field.name]) : '';
}
