// Shows Markdown as elements: nothing that a model writes is ever read as HTML.
import { Fragment, memo, type ReactNode, useMemo } from 'react';
import { CodeView } from './code-view.tsx';
import { type Block, readBlocks } from './markdown-blocks.ts';
import { type Piece, readInline } from './markdown-inline.ts';

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => readBlocks(text), [text]);
  return (
    <div className="grid min-w-0 gap-3 break-words">
      <Blocks blocks={blocks} />
    </div>
  );
});

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place.
  return blocks.map((block, at) => <OneBlock key={at} block={block} />);
}

function OneBlock({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level} text={block.text} />;
    case 'paragraph':
      return (
        <p className="whitespace-pre-line">
          <Inline text={block.text} />
        </p>
      );
    case 'code':
      return <CodeView code={block.code} language={block.language} isNumbered={false} />;
    case 'quote':
      return (
        <blockquote className="grid gap-2 border-l-2 border-edge pl-4 text-muted">
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <List block={block} />;
    case 'table':
      return <Table block={block} />;
    case 'rule':
      return <hr className="border-line" />;
  }
}

/** Below the page's own headings, whatever the model thinks its answer is. */
function Heading({ level, text }: { level: number; text: string }) {
  const look = level <= 2 ? 'font-serif text-lg' : 'font-semibold';
  return level <= 2 ? (
    <h3 className={look}>
      <Inline text={text} />
    </h3>
  ) : (
    <h4 className={look}>
      <Inline text={text} />
    </h4>
  );
}

function List({ block }: { block: Extract<Block, { kind: 'list' }> }) {
  const items = block.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place.
    <li key={at} className="pl-1">
      <div className="grid min-w-0 gap-1.5">
        <Blocks blocks={item} />
      </div>
    </li>
  ));
  if (!block.isOrdered) return <ul className="grid list-disc gap-1 pl-5">{items}</ul>;
  return (
    <ol start={block.start} className="grid list-decimal gap-1 pl-6">
      {items}
    </ol>
  );
}

function Table({ block }: { block: Extract<Block, { kind: 'table' }> }) {
  const cell = 'border border-line px-2.5 py-1.5 text-left align-top';
  return (
    <div className="overflow-x-auto">
      <table className="border-collapse text-sm">
        <thead>
          <tr>
            {block.head.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their place.
              <th key={at} scope="col" className={`${cell} bg-sunken font-medium`}>
                <Inline text={text} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
            <tr key={at}>
              {row.map((text, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their place.
                <td key={column} className={cell}>
                  <Inline text={text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inline({ text }: { text: string }) {
  return <Pieces pieces={readInline(text)} />;
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place.
  return pieces.map((piece, at) => <Fragment key={at}>{showPiece(piece)}</Fragment>);
}

function showPiece(piece: Piece): ReactNode {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'code':
      return <code className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.85em]">{piece.text}</code>;
    case 'break':
      return <br />;
    case 'strong':
      return (
        <strong className="font-semibold">
          <Pieces pieces={piece.pieces} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Pieces pieces={piece.pieces} />
        </em>
      );
    case 'struck':
      return (
        <s>
          <Pieces pieces={piece.pieces} />
        </s>
      );
    case 'link':
      return (
        <a
          href={piece.address}
          target="_blank"
          rel="noreferrer noopener nofollow"
          className="text-accent underline underline-offset-2"
        >
          <Pieces pieces={piece.pieces} />
        </a>
      );
  }
}
