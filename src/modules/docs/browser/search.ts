// The search box: loads the index when it is first used, and shows the best passages while the reader types.
import { element } from './element.ts';
import { type IndexEntry, prepare, rank, type Searchable } from './rank.ts';

const SHOWN_CHARACTERS = 140;

export function addSearch(place: HTMLElement): void {
  const box = element('input', { type: 'search', placeholder: 'Search (press /)', autocomplete: 'off' });
  box.setAttribute('aria-label', 'Search the documentation');
  const list = element('ul', { className: 'results' });
  list.setAttribute('aria-label', 'Search results');
  const status = element('span', { className: 'unseen' });
  status.setAttribute('role', 'status');
  place.append(box, list, status);
  let index: Promise<Searchable[]> | undefined;
  const load = () => {
    index ??= loadIndex().catch((error) => {
      index = undefined;
      throw error;
    });
    return index;
  };
  const show = async () => {
    const query = box.value;
    const all = query.trim() === '' ? [] : await load().catch(() => null);
    if (box.value !== query) return;
    if (all === null) {
      status.textContent = 'The search index cannot be loaded. Check your connection, then type again.';
      return;
    }
    const found = rank(all, query);
    list.replaceChildren(...found.map(showEntry));
    if (query.trim() !== '' && found.length === 0)
      list.append(element('li', {}, element('p', { textContent: `Nothing matches “${query}”.` })));
    status.textContent = query.trim() === '' ? '' : `${found.length} results`;
  };
  box.addEventListener('focus', () => void load().catch(() => undefined));
  box.addEventListener('input', () => void show());
  place.addEventListener('keydown', (event) => move(event, box, list));
  document.addEventListener('click', (event) => {
    if (!place.contains(event.target as Node)) list.replaceChildren();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = (event.target as HTMLElement).closest('input, textarea, select');
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    box.focus();
  });
}

async function loadIndex(): Promise<Searchable[]> {
  const answer = await fetch(document.documentElement.dataset.index ?? '');
  if (!answer.ok) throw new Error(`${answer.status}`);
  return prepare((await answer.json()) as IndexEntry[]);
}

function showEntry([path, title, heading, anchor, text]: IndexEntry): HTMLLIElement {
  const { root = '/docs/', links } = document.documentElement.dataset;
  const file = path === '' ? 'index' : path;
  const href = `${root}${links === 'files' ? `${file}.html` : path}${anchor ? `#${anchor}` : ''}`;
  const link = element('a', { href }, element('strong', { textContent: heading || title }));
  if (heading && heading !== title) link.append(element('small', { textContent: title }));
  if (text) link.append(element('p', { textContent: text.slice(0, SHOWN_CHARACTERS) }));
  return element('li', {}, link);
}

/** The arrow keys move through the results, Enter opens the first, Escape closes. */
function move(event: KeyboardEvent, box: HTMLInputElement, list: HTMLElement): void {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (event.key === 'Escape') {
    list.replaceChildren();
    box.focus();
  } else if (event.key === 'Enter' && at < 0) links[0]?.click();
  else if (event.key === 'ArrowDown') (links[at + 1] ?? links.at(-1))?.focus();
  else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : box)?.focus();
  else return;
  event.preventDefault();
}
