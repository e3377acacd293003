// One message of a user, of the instructions or of a tool: it can be edited, and its alternatives can be opened.
import { ChevronLeft, ChevronRight, FileText, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import { ownFile } from '../../parts/own-file.ts';
import type { Alternatives } from './branches.ts';
import { chatWords } from './strings.ts';
import type { Turn } from './turns.ts';

export interface SaidProps {
  turn: Turn;
  alternatives: Alternatives | undefined;
  onBranch(id: string): void;
  onEdit: ((text: string) => void) | undefined;
}

export function Said({ turn, alternatives, onBranch, onEdit }: SaidProps) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing && onEdit)
    return (
      <Edit
        first={turn.text}
        onCancel={() => setEditing(false)}
        onSend={(text) => {
          setEditing(false);
          onEdit(text);
        }}
      />
    );
  return (
    <div className="group grid grid-cols-[minmax(0,1fr)] justify-items-end gap-1">
      <div className="w-fit max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5">
        <p className={turn.role === 'user' ? 'sr-only' : 'text-xs font-medium text-muted'}>
          {chatWords.roles[turn.role]}
        </p>
        <Attached turn={turn} />
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{turn.text}</p>
      </div>
      <div className="flex items-center gap-1 text-xs text-muted">
        {alternatives && <Ways alternatives={alternatives} onBranch={onBranch} />}
        {onEdit && (
          <Button size="small" look="quiet" onClick={() => setEditing(true)}>
            <Pencil aria-hidden className="size-3.5" />
            {chatWords.edit}
          </Button>
        )}
      </div>
    </div>
  );
}

function Attached({ turn: { pictures = [], documents = [] } }: { turn: Turn }) {
  if (pictures.length + documents.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {pictures.map((url) => (
        <li key={url}>
          <img src={ownFile(url)} alt={chatWords.picture} className="max-h-40 rounded-lg border border-line" />
        </li>
      ))}
      {documents.map((name) => (
        <li key={name} className="flex max-w-full items-center gap-1.5 rounded-lg bg-surface px-2 py-1 text-sm">
          <FileText aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}

function Ways({ alternatives: { ids, at }, onBranch }: { alternatives: Alternatives; onBranch(id: string): void }) {
  const go = (step: number) => {
    const id = ids[at + step];
    if (id) onBranch(id);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no fieldset.
    <span role="group" aria-label={chatWords.ways} className="flex items-center">
      <Button
        size="small"
        look="quiet"
        disabled={at === 0}
        aria-label={chatWords.earlierWay}
        onClick={() => go(-1)}
        className="px-1!"
      >
        <ChevronLeft aria-hidden className="size-4" />
      </Button>
      <span className="tabular-nums">{chatWords.wayOf(at + 1, ids.length)}</span>
      <Button
        size="small"
        look="quiet"
        disabled={at === ids.length - 1}
        aria-label={chatWords.laterWay}
        onClick={() => go(1)}
        className="px-1!"
      >
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </span>
  );
}

function Edit({ first, onSend, onCancel }: { first: string; onSend(text: string): void; onCancel(): void }) {
  const [text, setText] = useState(first);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text.trim());
      }}
    >
      <TextArea
        autoFocus
        aria-label={chatWords.editMessage}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" look="quiet" onClick={onCancel}>
          {chatWords.cancelEdit}
        </Button>
        <Button size="small" look="primary" type="submit" disabled={text.trim() === ''}>
          {chatWords.sendEdit}
        </Button>
      </div>
    </form>
  );
}
