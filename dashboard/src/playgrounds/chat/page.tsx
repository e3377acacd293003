// The chat playground: a conversation, its settings, and earlier conversations.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { Button } from '../../parts/button.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { useOpened } from '../shared/opened.ts';
import { OneChat } from './one-chat.tsx';
import { chatWords } from './strings.ts';

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
    <>
      <PageHead
        title={chatWords.title}
        lead={chatWords.lead}
        actions={
          <Button onClick={() => begin(null)}>
            <Plus aria-hidden className="size-4" />
            {chatWords.newConversation}
          </Button>
        }
      />
      <OneChat
        key={`${environment} ${session.count}`}
        openedId={session.startedWith}
        onOpen={begin}
        onNamed={(id) => {
          setSession((before) => ({ ...before, shows: id }));
          open(id);
        }}
      />
    </>
  );
}
