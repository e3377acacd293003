// Images, sound and videos of an answer, as elements of the page.
import { element } from './element.ts';

/** The file names that this service generates; nothing else of a response is ever loaded. */
const FILE = /^\/files\/[\w-]+\.(\w+)$/;
const KINDS: Readonly<Record<string, string>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  webp: 'image',
  gif: 'image',
  mp3: 'audio',
  wav: 'audio',
  flac: 'audio',
  ogg: 'audio',
  mp4: 'video',
  webm: 'video',
};
const MAX_SHOWN = 8;
const MAX_VALUES = 5_000;

export function mediaElement(kind: string, address: string): HTMLElement | undefined {
  if (kind === 'image') return element('img', { src: address, alt: 'The image of the answer' });
  if (kind !== 'audio' && kind !== 'video') return undefined;
  const player = element(kind, { src: address, controls: true });
  player.setAttribute('aria-label', kind === 'audio' ? 'The sound of the answer' : 'The video of the answer');
  return player;
}

/** This service's files that a JSON response names. */
export function mediaInJson(value: unknown): HTMLElement[] {
  const paths = new Set<string>();
  const open: unknown[] = [value];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen += 1) {
    const one = open.shift();
    if (typeof one === 'string') {
      const path = filePath(one);
      if (path) paths.add(path);
    } else if (typeof one === 'object' && one !== null) open.push(...Object.values(one));
  }
  return [...paths].slice(0, MAX_SHOWN).flatMap((path) => {
    const media = mediaElement(KINDS[FILE.exec(path)?.[1] ?? ''] ?? '', path);
    return media ? [media] : [];
  });
}

function filePath(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { pathname } = new URL(text);
  return FILE.test(pathname) ? pathname : undefined;
}
