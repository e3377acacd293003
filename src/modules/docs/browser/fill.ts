// Inserts this service's address into the examples, and the reader's key once there is one.
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
      const filled = textFor(kind, key);
      blank.textContent = filled ?? written;
      blank.classList.toggle('filled', key !== undefined && filled !== undefined);
    }
  };
  onKeyChange(fill);
  fill();
}

function textFor(kind: string, key: KeptKey | undefined): string | undefined {
  const { origin } = location;
  const root = !key || isLive(key) ? origin : `${origin}/sandbox`;
  const texts: Record<string, string | undefined> = {
    key: key?.secret,
    base: `${root}/v1`,
    root,
    sandbox: `${origin}/sandbox/v1`,
    origin,
  };
  return texts[kind];
}
