// Extracts the text of a PDF, page by page, in a web worker.
import { getDocumentProxy } from 'unpdf';

const MAX_PAGES = 500;
const MAX_CHARACTERS = 250_000;

interface Scope {
  onmessage: ((event: MessageEvent<ArrayBuffer>) => void) | null;
  postMessage(message: { text: string } | { reason: string }): void;
}
const scope = globalThis as unknown as Scope;

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage({ text: await textOf(new Uint8Array(data)) });
  } catch (error) {
    scope.postMessage({ reason: error instanceof Error ? error.message : String(error) });
  }
};

async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(bytes);
  let text = '';
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && text.length < MAX_CHARACTERS; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    text += `${lines.join('')}\n\n`;
  }
  return text.trim();
}
