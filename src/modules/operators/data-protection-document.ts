// Writes a document of headings, paragraphs, lists and tables as Markdown and as HTML; all of it is text, whatever settings say.
import { escapeHtml } from '../../core/html-page.ts';
import type { PageLanguage } from '../../core/page-language.ts';

export type Block =
  | { kind: 'title' | 'heading' | 'text' | 'notice'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

export function toMarkdown(blocks: readonly Block[]): string {
  return `${blocks.map(markdownOf).join('\n\n')}\n`;
}

function markdownOf(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `# ${plain(block.text)}`;
    case 'heading':
      return `## ${plain(block.text)}`;
    case 'notice':
      return `> **${plain(block.text)}**`;
    case 'text':
      return plain(block.text);
    case 'list':
      return block.items.map((item) => `- ${plain(item)}`).join('\n');
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows]
        .map((cells, index) => `| ${cells.map((cell) => (index === 1 ? cell : plain(cell))).join(' | ')} |`)
        .join('\n');
  }
}

/** Names and addresses are the operator's, and no markup. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_<>|#]/g, '\\$&');
}

export function toHtml(blocks: readonly Block[], language: PageLanguage): string {
  const title = blocks.find(({ kind }) => kind === 'title');
  const name = title && 'text' in title ? escapeHtml(title.text) : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${name}</title><style>
body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif;color:#1d1c1a;background:#fff}table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{border:1px solid #bbb;padding:.35rem .5rem;text-align:left;vertical-align:top}.notice{border:2px solid #a8322a;padding:.5rem .75rem;font-weight:bold}
</style></head><body>${blocks.map(htmlOf).join('\n')}</body></html>`;
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1>${escapeHtml(block.text)}</h1>`;
    case 'heading':
      return `<h2>${escapeHtml(block.text)}</h2>`;
    case 'notice':
      return `<p class="notice">${escapeHtml(block.text)}</p>`;
    case 'text':
      return `<p>${escapeHtml(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    case 'table':
      return `<table><thead><tr>${cellsOf('th', block.head)}</tr></thead><tbody>${block.rows.map((row) => `<tr>${cellsOf('td', row)}</tr>`).join('')}</tbody></table>`;
  }
}

function cellsOf(tag: 'th' | 'td', cells: readonly string[]): string {
  return cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('');
}
