// A first call that works when it is pasted: its key is created here and shown once.
import { useState } from 'react';
import { basePath } from '../api/chosen-environment.ts';
import { client } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Panel } from '../parts/panel.tsx';
import { curlOf } from '../parts/same-call-text.ts';
import { start } from './start-strings.ts';

const CALL = {
  method: 'POST',
  path: '/chat/completions',
  body: { messages: [{ role: 'user', content: 'Hello! What can you make?' }] },
};

export function FirstCall() {
  const environment = useEnvironment();
  const model = useCall('GET /chat/models').data?.data.find(({ ready }) => ready)?.id;
  const [made, setMade] = useState<{ secret: string; environment: string }>();
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const secret = made?.environment === environment ? made.secret : undefined;
  const call = { ...CALL, body: { ...(model ? { model } : {}), ...CALL.body } };
  const curl = curlOf(`${location.origin}${basePath(environment)}`, call);
  const make = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { key = '' } = await client().call('POST /account/keys', { body: { name: start.firstCallKey } });
      setMade({ secret: key, environment });
      await renew('GET /account/keys');
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={start.firstCall} lead={secret ? start.firstCallMade : start.firstCallLead}>
      <div className="grid gap-3">
        <CodeBlock label={start.curl} text={secret ? curl.replace('$KEY', secret) : curl} />
        <ErrorNote error={problem} />
        {!secret && (
          <Button className="w-fit" isBusy={isBusy} onClick={make}>
            {start.makeKey}
          </Button>
        )}
      </div>
    </Panel>
  );
}
