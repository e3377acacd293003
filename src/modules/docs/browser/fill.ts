// Inserts the reader's key and this service's address into the examples, and removes them again.
import { isLive, type KeptKey, onKeyChange, readKey } from './key.ts';

export function fillExamples(): void {
  const blanks = [...document.querySelectorAll<HTMLElement>('[data-fill]')].map((blank) => ({
    blank,
    kind: blank.dataset.fill ?? '',
    written: blank.textContent ?? '',
  }));
  const fill = () => {
    const key = readKey();
    for (const { blank, kind, written } of blanks) {
      const filled = key && textFor(kind, key);
      blank.textContent = filled ?? written;
      blank.classList.toggle('filled', filled !== undefined);
    }
  };
  onKeyChange(fill);
  fill();
}

function textFor(kind: string, key: KeptKey): string | undefined {
  const { origin } = location;
  const root = isLive(key) ? origin : `${origin}/sandbox`;
  const texts: Record<string, string> = {
    key: key.secret,
    base: `${root}/v1`,
    root,
    sandbox: `${origin}/sandbox/v1`,
    origin,
  };
  return texts[kind];
}
