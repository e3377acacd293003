// The signing secret: hidden until requested, and rotated with an overlap.
import { useState } from 'react';
import { client } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { formatTime } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import type { Endpoint } from './endpoint-form.tsx';
import { webhooks } from './strings.ts';

const { secret: words } = webhooks;

export function SecretPanel({ endpoint }: { endpoint: Endpoint }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isRotating, setRotating] = useState(false);
  const params = { id: endpoint.id };
  const reveal = async () => {
    setProblem(null);
    try {
      setSecret((await client().call('GET /webhooks/{id}/secret', { params })).secret);
    } catch (error) {
      setProblem(error);
    }
  };
  const until = endpoint.previous_secret_valid_until;
  return (
    <Panel title={words.title} lead={words.lead}>
      <div className="grid gap-3">
        {secret ? (
          <CodeBlock text={secret} label={words.label} />
        ) : (
          <p aria-hidden className="rounded-lg border border-line bg-sunken px-4 py-3 font-mono text-sm text-muted">
            {words.hidden}
          </p>
        )}
        {until && <p className="text-sm text-warn">{words.overlap(formatTime(until))}</p>}
        <ErrorNote error={problem} />
        <div className="flex gap-2">
          <Button onClick={secret ? () => setSecret(null) : reveal}>{secret ? words.hide : words.reveal}</Button>
          <Button onClick={() => setRotating(true)}>{words.rotate}</Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        title={words.rotateTitle}
        description={words.rotateLead}
        confirmLabel={words.rotate}
        onConfirm={async () => {
          const rotated = await client().call('POST /webhooks/{id}/rotate-secret', { params, body: {} });
          setSecret(rotated.secret ?? null);
          tell(words.rotated);
          await renew('GET /webhooks');
        }}
      />
    </Panel>
  );
}
