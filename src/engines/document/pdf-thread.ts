// The thread that reads the text of one PDF file, page by page.
import { serveTasks } from '@atelier/kit';
import { getDocumentProxy } from 'unpdf';
import type { PdfTask } from './pdf.ts';

serveTasks(readText);

async function readText({ bytes, maxPages, maxCharacters }: PdfTask): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  let text = '';
  for (let number = 1; number <= Math.min(document.numPages, maxPages) && text.length < maxCharacters; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    text += `${number > 1 ? '\n\n' : ''}${lines.join('')}`;
    page.cleanup();
  }
  return text.slice(0, maxCharacters);
}
