// The chat playground: a conversation, how it is held, and those held before.
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { PageHead } from '../../parts/panel.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { useLocalChoice } from '../shared/local-choice.ts';
import { useOpened } from '../shared/opened.ts';
import { Trouble } from '../shared/trouble.tsx';
import { Composer } from './composer.tsx';
import { ConversationList } from './conversation-list.tsx';
import { Settings } from './settings.tsx';
import { chatWords } from './strings.ts';
import { Transcript } from './transcript.tsx';
import { type ChatSettings, useChat } from './use-chat.ts';

export function ChatPage() {
  const environment = useEnvironment();
  const [openedId, open] = useOpened();
  // A conversation that got its name while it was held goes on as it is; only another one begins anew.
  const [heldId, setHeldId] = useState<string | null>(null);
  const [begun, setBegun] = useState(0);
  const begin = (id: string | null) => {
    setHeldId(null);
    setBegun((count) => count + 1);
    open(id);
  };
  const startedWith = openedId === heldId ? null : openedId;
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
        key={`${environment} ${begun} ${startedWith}`}
        openedId={startedWith}
        shownId={openedId}
        onOpen={begin}
        onNamed={(id) => {
          setHeldId(id);
          open(id);
        }}
      />
    </>
  );
}

interface OneChatProps {
  openedId: string | null;
  shownId: string | null;
  onOpen(id: string | null): void;
  onNamed(id: string): void;
}

function OneChat({ openedId, shownId, onOpen, onNamed }: OneChatProps) {
  const chat = useChat(openedId, onNamed);
  const [settings, change] = useChatSettings();
  const [text, setText] = useState('');
  const send = () => {
    setText('');
    void chat.send(text.trim(), settings);
  };
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid min-w-0 gap-4">
        <section
          aria-label={chatWords.transcript}
          className="flex h-[calc(100dvh-13rem)] min-h-[26rem] min-w-0 flex-col rounded-2xl border border-line bg-surface shadow-soft"
        >
          <Transcript turns={chat.turns} onIdea={setText} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4">
            <Trouble error={chat.problem} module="chat" />
            <Composer
              text={text}
              isWriting={chat.isWriting}
              canSend={text.trim() !== '' && settings.model !== ''}
              onText={setText}
              onSend={send}
              onStop={chat.stop}
            />
          </div>
        </section>
        {chat.lastBody && <SameCall request={{ method: 'POST', path: '/chat/completions', body: chat.lastBody }} />}
      </div>
      <div className="grid min-w-0 gap-5 md:grid-cols-2 xl:grid-cols-1">
        <Settings settings={settings} onChange={change} hasBegun={chat.turns.length > 0} />
        <ConversationList openedId={shownId} onOpen={onOpen} />
      </div>
    </div>
  );
}

/** The model is remembered; when it is gone the first one that is ready takes its place. */
function useChatSettings(): [ChatSettings, (change: Partial<ChatSettings>) => void] {
  const models = useCall('GET /chat/models').data?.data;
  const [model, chooseModel] = useLocalChoice<string>('chat.model', '');
  const [temperature, chooseTemperature] = useLocalChoice<number>('chat.temperature', 0.7);
  const [rest, setRest] = useState<{ maxTokens: number | null; instructions: string }>({
    maxTokens: null,
    instructions: '',
  });
  const isThere = models?.some(({ id }) => id === model);
  const fallback = (models?.find(({ ready }) => ready) ?? models?.[0])?.id ?? '';
  useEffect(() => {
    if (models && !isThere && fallback) chooseModel(fallback);
  }, [models, isThere, fallback, chooseModel]);
  const change = ({ model, temperature, ...others }: Partial<ChatSettings>) => {
    if (model !== undefined) chooseModel(model);
    if (temperature !== undefined) chooseTemperature(temperature);
    setRest((before) => ({ ...before, ...others }));
  };
  return [{ model, temperature, ...rest }, change];
}
