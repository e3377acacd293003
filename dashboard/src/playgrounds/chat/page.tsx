// The chat playground: a conversation, how it is held, and those held before.
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useOpened } from '../shared/opened.ts';
import { OneChat } from './one-chat.tsx';

export function ChatPage() {
  const environment = useEnvironment();
  const [openedId, open] = useOpened();
  // The chat on the screen: its initial and current id. Only another conversation starts a new one.
  const [session, setSession] = useState({ count: 0, startedWith: openedId, shows: openedId });
  const [seenId, setSeenId] = useState(openedId);
  const start = (id: string | null) => setSession(({ count }) => ({ count: count + 1, startedWith: id, shows: id }));
  if (openedId !== seenId) {
    setSeenId(openedId);
    if (openedId !== session.shows) start(openedId);
  }
  const begin = (id: string | null) => {
    start(id);
    open(id);
  };
  return (
    <OneChat
      key={`${environment} ${session.count}`}
      openedId={session.startedWith}
      onOpen={begin}
      onNamed={(id) => {
        setSession((before) => ({ ...before, shows: id }));
        open(id);
      }}
    />
  );
}
