// The lyrics editor, with buttons for the tags that mark a song's sections.
import { useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { Field, TextArea } from '../../parts/field.tsx';
import { musicWords } from './strings.ts';

export function LyricsEditor({ value, onChange }: { value: string; onChange(value: string): void }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const insert = (tag: string) => {
    const at = box.current?.selectionEnd ?? value.length;
    const before = value.slice(0, at);
    const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
    onChange(`${before}${gap}${tag}\n${value.slice(at)}`);
    const cursor = at + gap.length + tag.length + 1;
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(cursor, cursor);
    });
  };
  return (
    <div className="grid gap-2">
      <Field label={musicWords.lyrics} hint={musicWords.lyricsHint}>
        <TextArea
          ref={box}
          value={value}
          maxLength={10_000}
          placeholder={musicWords.lyricsExample}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-40"
        />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {musicWords.tags.map((tag) => (
          <Button key={tag} size="small" onClick={() => insert(tag)} aria-label={musicWords.insertTag(tag)}>
            {tag}
          </Button>
        ))}
      </div>
    </div>
  );
}
