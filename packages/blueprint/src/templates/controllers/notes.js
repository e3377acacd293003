// Notes in plain text with simple marks: # heading, - item, > quote.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { searchRecords } from '../lib/records.js';

const MARKS = [
  ['## ', 'small'],
  ['# ', 'large'],
  ['- ', 'item'],
  ['> ', 'quote'],
];

export function createNotes() {
  const base = controller({ query: '', noteId: '' }, (state) => {
    const found = searchRecords(store, 'notes', state.query);
    const note = found.find((each) => each.id === state.noteId) ?? found[0] ?? null;
    return {
      ...state,
      note,
      notes: found.map((each) => ({ ...each, start: (each.body ?? '').replace(/[#>-]/g, '').slice(0, 40) })),
      blocks: note ? blocksOf(note.body ?? '') : [],
      words: (note?.body ?? '').split(/\s+/).filter(Boolean).length,
    };
  });
  return {
    ...base,
    add() {
      const { record } = store.add('notes', { title: 'New note', body: '# New note\n\nStart writing…' });
      base.set({ noteId: record.id, query: '' });
    },
    edit: (name, value) => store.update('notes', base.get().note.id, { [name]: value || ' ' }),
    remove: () => store.remove('notes', base.get().note.id),
  };
}

export function blocksOf(text) {
  return text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const mark = MARKS.find(([sign]) => line.startsWith(sign));
      return mark ? { kind: mark[1], words: line.slice(mark[0].length) } : { kind: 'plain', words: line };
    });
}
