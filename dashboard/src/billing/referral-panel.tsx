// This account's referral link and rewards, and the code of its referrer.
import { client, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatCredits } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { rememberedReferral } from '../shell/remember-referral.ts';
import { referral as words } from './buyer-strings.ts';

/** Nothing if the operator offers no referral program. */
export function ReferralPanel() {
  const { data } = useCall('GET /payments/referral');
  return data?.program ? <Program referral={data} credits={data.program.credits} /> : null;
}

function Program({ referral, credits }: { referral: Reply<'GET /payments/referral'>; credits: number }) {
  const form = useForm(async ({ code = '' }) => {
    await client().call('POST /payments/referral', { body: { code } });
    tell(words.accepted);
    await renew('GET /payments/referral');
  });
  return (
    <Panel title={words.title} lead={words.lead(formatCredits(credits))}>
      <div className="grid gap-4">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-sm break-all">{referral.url}</code>
          <CopyButton text={referral.url} />
        </p>
        <p className="text-sm text-muted">{words.brought(referral.referred, formatCredits(referral.credits))}</p>
        <form onSubmit={form.onSubmit} className="grid gap-3">
          <Field label={words.code} hint={words.codeHint}>
            <Input name="code" required maxLength={40} autoComplete="off" defaultValue={rememberedReferral()} />
          </Field>
          <ErrorNote error={form.problem} />
          <Button type="submit" isBusy={form.isBusy} className="w-fit">
            {words.accept}
          </Button>
        </form>
      </div>
    </Panel>
  );
}
