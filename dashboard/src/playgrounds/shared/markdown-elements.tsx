// Markdown as React elements. Raw HTML stays text, and nothing is loaded from URLs in a model's answer.
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeView } from './code-view.tsx';

export default function MarkdownElements({ text }: { text: string }) {
  if (isTooHard(text)) return <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} urlTransform={safeAddress} components={COMPONENTS}>
      {text.replace(DEEPER, '$1')}
    </ReactMarkdown>
  );
}

const PLUGINS = [remarkGfm];

/** Marks of quotes and lists at the start of a line, after the twentieth: thousands of them would stall the page. */
const DEEPER = /^((?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){20})(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/gm;

/** The renderer adds missing cells to every row, so 40 kB of a wide table become millions of cells. */
const WIDE_TABLE = /^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|){100}/m;
/** Each is compared with all earlier ones: twenty thousand take seconds, for every chunk of an answer. */
const MAX_BRACKETS = 4_000;

/** An answer that would stall the page is shown as plain text. */
function isTooHard(text: string): boolean {
  return WIDE_TABLE.test(text) || text.split('[', MAX_BRACKETS + 2).length > MAX_BRACKETS + 1;
}

/** Only links that open a page or a mail; never javascript:, data: or a page of this dashboard. */
function safeAddress(address: string): string {
  return /^(https?:\/\/|mailto:)/i.test(address) ? address : '';
}

const CELL = 'border border-line px-2.5 py-1.5 text-left align-top';

// Headings are one level below the page's own, whatever level the model uses.
const COMPONENTS: Components = {
  h1: ({ children }) => <h3 className="font-serif text-lg">{children}</h3>,
  h2: ({ children }) => <h3 className="font-serif text-lg">{children}</h3>,
  h3: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h4: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h5: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h6: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  p: ({ children }) => <p className="whitespace-pre-line">{children}</p>,
  pre: ({ children }) => children,
  code: ({ className, children }) => <Code className={className} text={String(children ?? '')} />,
  blockquote: ({ children }) => (
    <blockquote className="space-y-2 border-l-2 border-edge pl-4 text-muted">{children}</blockquote>
  ),
  ul: ({ children }) => <ul className="list-disc space-y-1 pl-5">{children}</ul>,
  ol: ({ start, children }) => (
    <ol start={start} className="list-decimal space-y-1 pl-6">
      {children}
    </ol>
  ),
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table className="border-collapse text-sm">{children}</table>
    </div>
  ),
  th: ({ children }) => (
    <th scope="col" className={`${CELL} bg-sunken font-medium`}>
      {children}
    </th>
  ),
  td: ({ children }) => <td className={CELL}>{children}</td>,
  hr: () => <hr className="border-line" />,
  a: ({ href, children }) => <SafeLink address={href}>{children}</SafeLink>,
  // A link, not an image: an image would tell its server who reads the answer, and when.
  img: ({ src, alt }) => <SafeLink address={typeof src === 'string' ? src : undefined}>{alt}</SafeLink>,
};

/** A block ends with a line break or names its language; everything else is code within a line. */
function Code({ className, text }: { className: string | undefined; text: string }) {
  const [, language = ''] = /language-(\S+)/.exec(className ?? '') ?? [];
  if (language || text.endsWith('\n'))
    return <CodeView code={text.replace(/\n$/, '')} language={language} isNumbered={false} />;
  return <code className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.85em]">{text}</code>;
}

function SafeLink({ address, children }: { address: string | undefined; children: ReactNode }) {
  if (!address) return children;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className="text-accent underline underline-offset-2"
    >
      {children}
    </a>
  );
}
