// Pictures by album and by words, and one of them large.
import { store } from '../data/store.js';
import { artFor } from '../lib/art.js';
import { controller } from '../lib/controller.js';
import { searchRecords } from '../lib/records.js';

export function createGallery() {
  const albums = store.schema.pictures.fields.find((field) => field.name === 'album').options;
  const onKey = (event) => {
    if (event.key === 'Escape') base.set({ shownId: null });
    if (base.state().shownId && event.key === 'ArrowRight') turn(1);
    if (base.state().shownId && event.key === 'ArrowLeft') turn(-1);
  };
  const base = controller(
    { query: '', album: 'All', shownId: null },
    (state) => {
      const pictures = searchRecords(store, 'pictures', state.query)
        .filter((picture) => state.album === 'All' || picture.album === state.album)
        .map((picture) => ({ ...picture, src: picture.address || artFor(picture.title) }));
      return {
        ...state,
        albums: ['All', ...albums],
        pictures,
        shown: pictures.find((picture) => picture.id === state.shownId) ?? null,
      };
    },
    {
      start: () => globalThis.addEventListener?.('keydown', onKey),
      stop: () => globalThis.removeEventListener?.('keydown', onKey),
    },
  );

  function turn(steps) {
    const { pictures, shownId } = base.get();
    const place = pictures.findIndex((picture) => picture.id === shownId);
    base.set({ shownId: pictures[(place + steps + pictures.length) % pictures.length].id });
  }

  return { ...base, turn, open: (shownId) => base.set({ shownId }), close: () => base.set({ shownId: null }) };
}
