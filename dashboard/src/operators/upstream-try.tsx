// A trial call to an upstream: its answer, latency, price and cost.
import { useState } from 'react';
import { liveClient, type Reply } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatCredits } from '../parts/format.ts';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import { Facts } from './facts.tsx';
import type { Upstream } from './live.ts';
import { operators } from './strings.ts';
import { upstreams as words } from './upstream-strings.ts';

type Tried = Reply<'POST /operator/upstreams/{id}/try'>;

export function TryUpstream({ upstream, onClose }: { upstream: Upstream; onClose(): void }) {
  const [tried, setTried] = useState<Tried>();
  const form = useForm(async ({ prompt = '' }) => {
    const input = { params: { id: upstream.id }, body: prompt ? { prompt } : {} };
    setTried(await liveClient().call('POST /operator/upstreams/{id}/try', input));
    await renew('GET /operator/audit');
  });
  return (
    <Dialog isOpen onClose={onClose} title={words.tryTitle(upstream.id)} description={leadOf(upstream)}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        {words.prompts[upstream.makes] && (
          <Field label={words.prompt}>
            <Input name="prompt" required maxLength={2_000} defaultValue={words.prompts[upstream.makes]} />
          </Field>
        )}
        <ErrorNote error={form.problem} />
        {tried && <Outcome tried={tried} />}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            {shared.close}
          </Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {words.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function leadOf({ makes }: Upstream): string {
  if (makes === 'video') return words.tryVideoLead;
  return makes === 'transcription' ? words.tryTranscriptionLead : words.tryLead;
}

/** The result, in the unit of its price. */
function costOf({ cost_credits: cost }: Tried): string {
  return cost === null ? words.unknownCost : formatCredits(cost);
}

function amountOf({ usage }: Tried): [string, string] {
  const { prompt_tokens: prompt, completion_tokens: completion, cached_tokens: cached } = usage;
  const units = ['images', 'characters', 'seconds'] as const;
  const unit = units.find((one) => usage[one] > 0);
  return unit
    ? [words.amount, `${usage[unit]} ${words.amountOf[unit]}`]
    : [words.tokens, words.tokensOf(prompt, completion, cached)];
}

function Outcome({ tried }: { tried: Tried }) {
  return (
    <div role="status" className="grid gap-3">
      <section
        aria-label={words.answer}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-40 overflow-auto rounded-lg border border-line p-3 text-sm whitespace-pre-wrap -outline-offset-2"
      >
        {tried.error ?? tried.answer}
      </section>
      <Facts
        facts={[
          [words.model, tried.model],
          [words.latency, words.milliseconds(tried.latency_ms, tried.first_token_ms)],
          amountOf(tried),
          [words.price, tried.error ? operators.none : formatCredits(tried.price_credits)],
          [words.cost, tried.error ? operators.none : costOf(tried)],
        ]}
      />
    </div>
  );
}
