// A button that copies the code of a block as it is shown, with the reader's key if there is one.
import { element } from './element.ts';

const SHOWN_MS = 1_500;

export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code:not(.output)')) {
    const button = element('button', { type: 'button', textContent: 'Copy' });
    button.addEventListener('click', () => void copy(block.querySelector('code')?.textContent ?? '', button));
    block.querySelector('figcaption')?.append(button);
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Copied' : 'Select the code to copy it';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, SHOWN_MS);
}
