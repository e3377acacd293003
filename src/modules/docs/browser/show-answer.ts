// Shows the service's response: status, time, the relevant headers, and the content, which is never parsed as HTML.
import { element } from './element.ts';
import { mediaElement, mediaInJson } from './media.ts';

const HEADERS = [
  'content-type',
  'x-request-id',
  'x-credits-charged',
  'x-credits-remaining',
  'x-ratelimit-remaining',
  'retry-after',
];
const MAX_CHARACTERS = 200_000;
const MAX_FILE_BYTES = 200_000_000;
/** The last file shown, which the browser keeps in memory until it is revoked. */
const shownFiles = new WeakMap<HTMLElement, string>();

export async function showAnswer(place: HTMLElement, response: Response, startedAt: number): Promise<void> {
  const status = element('p', { className: response.ok ? 'status' : 'status problem' });
  status.setAttribute('role', 'status');
  const showElapsedTime = () => {
    const ms = Math.round(performance.now() - startedAt);
    status.textContent = `${response.status} ${response.statusText} · ${ms} ms`;
  };
  clear(place);
  if (response.type === 'opaqueredirect') {
    showFailure(place, 'The answer leads to another address. Run the example to follow it.');
    return;
  }
  place.append(status, headersOf(response));
  showElapsedTime();
  const type = response.headers.get('content-type') ?? '';
  if (/^(?:text\/|application\/(?:json|x-ndjson|problem\+json))/.test(type)) await showText(place, response, type);
  else if (response.body) await showFile(place, response, type);
  showElapsedTime();
}

export function showFailure(place: HTMLElement, words: string): void {
  const line = element('p', { className: 'problem', textContent: words });
  line.setAttribute('role', 'alert');
  place.append(line);
}

function clear(place: HTMLElement): void {
  const file = shownFiles.get(place);
  if (file) URL.revokeObjectURL(file);
  shownFiles.delete(place);
  place.replaceChildren();
}

function headersOf({ headers }: Response): HTMLElement {
  const list = element('dl', {});
  for (const name of HEADERS) {
    const value = headers.get(name);
    if (value !== null) list.append(element('dt', { textContent: name }), element('dd', { textContent: value }));
  }
  return list;
}

/** Shown as it arrives, so that a stream is visible while it is written. */
async function showText(place: HTMLElement, response: Response, type: string): Promise<void> {
  const shown = element('code', {});
  const box = element('pre', { tabIndex: 0 }, shown);
  box.setAttribute('aria-label', 'Answer');
  place.append(element('figure', { className: 'code output' }, box));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    text += piece.value;
    shown.textContent = text;
    if (text.length > MAX_CHARACTERS) {
      await reader?.cancel();
      shown.textContent = text.slice(0, MAX_CHARACTERS);
      showFailure(place, 'The answer is longer than this page shows. Run the example to get all of it.');
      return;
    }
  }
  if (type.startsWith('application/json')) showJson(place, shown, text);
}

function showJson(place: HTMLElement, shown: HTMLElement, text: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  shown.textContent = JSON.stringify(value, null, 2);
  place.append(...mediaInJson(value));
}

async function showFile(place: HTMLElement, response: Response, type: string): Promise<void> {
  if (Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) {
    await response.body?.cancel();
    showFailure(place, 'The file is larger than this page shows. Run the example to get it.');
    return;
  }
  const address = URL.createObjectURL(await response.blob());
  shownFiles.set(place, address);
  const media = mediaElement(type.split('/')[0] ?? '', address);
  if (media) place.append(media);
  const name = /filename="([^"/\\]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'answer';
  place.append(element('p', {}, element('a', { href: address, download: name, textContent: `Save ${name}` })));
}
