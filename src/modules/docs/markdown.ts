// Renders a Markdown file as a page: headings with anchors, links to other pages, code with colours.
import MarkdownIt, { type Env as AnyEnv, type Token } from 'markdown-it';
import { escapeHtml } from '../../core/html-page.ts';
import { codeBlock } from './code-block.ts';

export interface Heading {
  level: number;
  text: string;
  id: string;
}

/** A section that search can find. */
export interface Passage {
  heading: string;
  anchor: string;
  text: string;
}

export interface Rendered {
  title: string;
  html: string;
  headings: Heading[];
  passages: Passage[];
}

interface Env extends AnyEnv {
  headings: Heading[];
  ids: Map<string, number>;
  resolve: Resolve;
}

/** The URL for a link as written; undefined if its target is not part of the documentation. */
export type Resolve = (link: string) => string | undefined;

const markdown = new MarkdownIt({ html: false, linkify: false });

/** Notes to whoever edits the file, such as where it is generated from; readers of the page do not need them. */
const COMMENTS = /^<!--[\s\S]*?-->\n*/gm;

export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const env: Env = { headings: [], ids: new Map(), resolve };
  const tokens = markdown.parse(text.replace(COMMENTS, ''), env);
  nameHeadings(tokens, env);
  const html = markdown.renderer.render(tokens, markdown.options, env);
  const title = env.headings.find(({ level }) => level === 1)?.text ?? '';
  return { title, html, headings: env.headings, passages: passagesOf(tokens) };
}

/** For text within other HTML, such as an operation's description. */
export function renderProse(text: string, resolve: Resolve): string {
  return markdown.render(text, { headings: [], ids: new Map(), resolve } satisfies Env);
}

function nameHeadings(tokens: Token[], env: Env): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = plainText(tokens[index + 1]);
    const heading = { level: Number(token.tag.slice(1)), text, id: uniqueId(text, env.ids) };
    token.attrSet('id', heading.id);
    env.headings.push(heading);
  }
}

/** GitHub's anchors, so that links in the files work in both places. */
function uniqueId(text: string, ids: Map<string, number>): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  const seen = ids.get(base);
  ids.set(base, (seen ?? -1) + 1);
  return seen === undefined ? base : `${base}-${seen + 1}`;
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? [])
    .map((child) =>
      child.type === 'text' || child.type === 'code_inline' ? child.content : child.type === 'softbreak' ? ' ' : '',
    )
    .join('');
}

function passagesOf(tokens: Token[]): Passage[] {
  const passages: Passage[] = [];
  let current: Passage = { heading: '', anchor: '', text: '' };
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = plainText(tokens[index + 1]);
      current = { heading, anchor: String(token.attrGet('id')), text: '' };
      passages.push(current);
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
      current.text += `${plainText(token)} `;
  }
  return passages;
}

const rules: typeof markdown.renderer.rules = {
  heading_close: (tokens, index) => {
    const { tag } = tokens[index] as Token;
    const id = String(tokens[index - 2]?.attrGet('id') ?? '');
    if (tag === 'h1' || !id) return `</${tag}>\n`;
    return ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this section">#</a></${tag}>\n`;
  },

  link_open: (tokens, index, ...[options, env, self]) => {
    const token = tokens[index] as Token;
    const written = String(token.attrGet('href') ?? '');
    const target = (env as Env).resolve(written);
    if (target === undefined) {
      // Keeps the words of a link without a target, but not the link.
      const end = tokens.findIndex((one, at) => at > index && one.type === 'link_close');
      if (end > 0) (tokens[end] as Token).hidden = true;
      return '';
    }
    token.attrSet('href', target);
    if (/^https?:/.test(target)) token.attrSet('rel', 'noreferrer');
    return self.renderToken(tokens, index, options);
  },
  link_close: (tokens, index) => (tokens[index]?.hidden ? '' : '</a>'),

  image: (tokens, index, ...[, env]) => {
    const token = tokens[index] as Token;
    const source = (env as Env).resolve(String(token.attrGet('src') ?? ''));
    const words = escapeHtml(token.content);
    return source === undefined ? words : `<img src="${escapeHtml(source)}" alt="${words}" loading="lazy">`;
  },

  fence: (tokens, index) => {
    const { info, content } = tokens[index] as Token;
    const [language = 'text', ...notes] = info.trim().split(' ');
    return codeBlock(content, { language, isOutput: notes.includes('prints') });
  },
  code_block: (tokens, index) => codeBlock(tokens[index]?.content ?? '', { language: 'text', isOutput: false }),

  table_open: () => '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>\n',
  table_close: () => '</table></div>\n',
};
Object.assign(markdown.renderer.rules, rules);
