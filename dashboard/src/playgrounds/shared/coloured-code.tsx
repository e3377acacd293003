// Highlighted lines of code as elements: the text itself is never parsed as HTML.
import './code-colours.css';
import { Fragment, memo, useEffect, useState } from 'react';
import { type Coloured, colourLines } from './highlight.ts';

/** The lines of a text; highlighting follows a moment later, and a line that changed meanwhile stays plain. */
export function useColouredLines(code: string, language: string): Coloured[][] {
  const [coloured, setColoured] = useState<Coloured[][]>([]);
  useEffect(() => {
    let isCurrent = true;
    colourLines(code, language)
      .then((lines) => isCurrent && setColoured(lines ?? []))
      .catch(() => isCurrent && setColoured([]));
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return code.split('\n').map((text, at) => {
    const line = coloured[at];
    const isSame = line !== undefined && line.map((piece) => piece.text).join('') === text;
    return isSame ? line : [{ text, role: '' }];
  });
}

export const ColouredLine = memo(function ColouredLine({ pieces }: { pieces: readonly Coloured[] }) {
  return (
    <>
      {pieces.map((piece, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place.
        if (!piece.role) return <Fragment key={at}>{piece.text}</Fragment>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place.
          <span key={at} data-role={piece.role}>
            {piece.text}
          </span>
        );
      })}
    </>
  );
});
