// Shares a project: a publication switch, share links, and the push to a Git remote.
import { Link2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { client } from '../../api/client.ts';
import { wordsOf } from '../../api/problem.ts';
import { renew, useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Field, Input, Select } from '../../parts/field.tsx';
import { SwitchRow } from '../../parts/switch-row.tsx';
import { tell } from '../../parts/toast.tsx';
import { formatWhen } from '../strings.ts';
import { GitPanel } from './git-panel.tsx';
import type { Project } from './project.ts';
import { builderWords } from './strings.ts';

export function SharePanel({ project }: { project: Project }) {
  return (
    <div className="grid min-w-0 gap-6">
      <Publication project={project} />
      <Shares project={project} />
      <GitPanel project={project} />
    </div>
  );
}

function Publication({ project }: { project: Project }) {
  const params = { id: project.id };
  const { data } = useCall('GET /builder/projects/{id}/publication', { params });
  const [address, setAddress] = useState<string | null>(null);
  const publish = (enabled: boolean, version?: number) =>
    attempt(async () => {
      const wanted = address?.trim();
      const body = { enabled, ...(version ? { version } : {}), ...(wanted ? { address: wanted } : {}) };
      await client().call('PUT /builder/projects/{id}/publication', { params, body });
      await renew('GET /builder/projects/{id}/publication');
      tell(enabled ? builderWords.nowPublished : builderWords.nowOffline);
    });
  if (!data) return null;
  return (
    <section className="grid gap-3">
      <h3 className="font-medium">{builderWords.publish}</h3>
      <SwitchRow
        label={builderWords.published}
        hint={builderWords.publishHint}
        isOn={data.enabled}
        onChange={(isOn) => void publish(isOn)}
      />
      <Field label={builderWords.address} hint={builderWords.addressHint}>
        <Input
          value={address ?? data.address ?? ''}
          maxLength={50}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      {data.enabled && data.url && (
        <Address url={data.url}>
          {data.version !== project.version && (
            <Button size="small" onClick={() => void publish(true, project.version)}>
              {builderWords.publishVersion(project.version)}
            </Button>
          )}
          <span className="text-xs text-muted">{builderWords.publishedVersion(data.version ?? 0)}</span>
        </Address>
      )}
    </section>
  );
}

const LASTING = ['24', '168', '720'] as const;

function Shares({ project }: { project: Project }) {
  const params = { id: project.id };
  const shares = useCall('GET /builder/projects/{id}/shares', { params }).data?.data ?? [];
  const [hours, setHours] = useState('168');
  const share = () =>
    attempt(async () => {
      const body = { expires_in_hours: Number(hours) };
      await client().call('POST /builder/projects/{id}/shares', { params, body });
      await renew('GET /builder/projects/{id}/shares');
    });
  const revoke = (id: string) =>
    attempt(async () => {
      await client().call('DELETE /builder/projects/{id}/shares/{share}', { params: { ...params, share: id } });
      await renew('GET /builder/projects/{id}/shares');
      tell(builderWords.revoked);
    });
  return (
    <section className="grid gap-3">
      <h3 className="font-medium">{builderWords.shareLinks}</h3>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={builderWords.validFor}>
          <Select
            value={hours}
            onChange={setHours}
            options={LASTING.map((value) => ({ value, label: builderWords.lasting[value] }))}
          />
        </Field>
        <Button onClick={() => void share()}>
          <Link2 aria-hidden className="size-4" />
          {builderWords.createLink}
        </Button>
      </div>
      <ul className="grid gap-2" aria-label={builderWords.shareLinks}>
        {shares.map(({ id, url, expires_at }) => (
          <li key={id}>
            <Address url={url}>
              <Button size="small" onClick={() => void revoke(id)}>
                <X aria-hidden className="size-3.5" />
                {builderWords.revoke}
              </Button>
              <span className="text-xs text-muted">{builderWords.until(formatWhen(expires_at))}</span>
            </Address>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Address({ url, children }: { url: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <a href={url} target="_blank" rel="noreferrer noopener" className="min-w-0 text-sm break-all underline">
        {url}
      </a>
      <CopyButton text={url} />
      {children}
    </div>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    tell(wordsOf(error), 'problem');
  }
}
