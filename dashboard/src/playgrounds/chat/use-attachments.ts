// The attachments of the message being written.
import { useEffect, useRef, useState } from 'react';
import { type Attachment, MAX_ATTACHMENTS, readAttachment } from './attachments.ts';
import type { Outgoing } from './message-parts.ts';

let made = 0;

export function useAttachments() {
  const [list, setList] = useState<readonly Attachment[]>([]);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    leaving.current = abort;
    return () => abort.abort();
  }, []);

  const add = (files: Iterable<File>) => {
    for (const file of [...files].slice(0, MAX_ATTACHMENTS - list.length)) {
      made += 1;
      const id = made;
      const change = (next: Partial<Attachment>) =>
        setList((before) => before.map((one) => (one.id === id ? { ...one, ...next } : one)));
      setList((before) => [...before, { id, name: file.name, state: 'reading' }]);
      readAttachment(file, leaving.current.signal).then(
        (read) => change({ ...read, state: 'ready' }),
        (problem) => change({ state: 'failed', problem }),
      );
    }
  };
  const remove = (id: number) => setList((before) => before.filter((one) => one.id !== id));
  /** The attachments to send with the message; empties the list. */
  const take = (): Omit<Outgoing, 'text'> => {
    const ready = list.filter(({ state }) => state === 'ready');
    setList([]);
    return {
      documents: ready.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])),
      pictures: ready.flatMap(({ pictureUrl }) => pictureUrl ?? []),
    };
  };
  return { list, add, remove, take };
}

export type Attachments = ReturnType<typeof useAttachments>;
