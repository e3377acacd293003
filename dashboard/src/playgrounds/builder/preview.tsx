// The running application in a frame that cannot reach this page or its session.
import { errorFromResponse } from '@atelier/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ExternalLink, RotateCw } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button, buttonClass } from '../../parts/button.tsx';
import { ModeTabs } from '../shared/controls.tsx';
import { Trouble } from '../shared/trouble.tsx';
import type { Project } from './project.ts';
import { builderWords } from './strings.ts';

type Width = keyof typeof builderWords.widths;
const WIDTHS = (['phone', 'tablet', 'full'] as Width[]).map((value) => ({ value, label: builderWords.widths[value] }));
const PIXELS: Record<Width, string> = { phone: '390px', tablet: '768px', full: '100%' };

export interface PreviewProps {
  project: Project;
  frame: RefObject<HTMLIFrameElement | null>;
}

export function Preview({ project, frame }: PreviewProps) {
  const [width, setWidth] = useState<Width>('full');
  const [loads, setLoads] = useState(0);
  const address = previewAddress(project.preview_url);
  const start = useQuery({
    queryKey: ['preview', address.url, project.version],
    queryFn: async ({ signal }) => {
      await visit(address, signal);
      return project.version;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The last version stays until the next one has started, so that content below the frame does not jump on a phone.
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-1.5">
        <ModeTabs label={builderWords.width} value={width} onChange={(value) => setWidth(value)} options={WIDTHS} />
        <Button
          size="small"
          look="quiet"
          className="ml-auto"
          onClick={() => {
            setLoads(loads + 1);
            void start.refetch();
          }}
        >
          <RotateCw aria-hidden className="size-3.5" />
          {builderWords.reload}
        </Button>
        <a href={address.url} target="_blank" rel="noreferrer noopener" className={buttonClass('quiet', 'small')}>
          <ExternalLink aria-hidden className="size-3.5" />
          {builderWords.newWindow}
        </a>
      </div>
      {start.error && (
        <div className="p-4">
          <Trouble error={start.error} onRetry={() => void start.refetch()} />
        </div>
      )}
      {!start.isError && (
        <div className="min-h-0 grow overflow-x-auto bg-sunken">
          {start.isSuccess && (
            <iframe
              ref={frame}
              key={`${start.data} ${loads}`}
              title={builderWords.previewOf(project.name)}
              src={address.url}
              sandbox={address.isOurs ? SANDBOX : `${SANDBOX} allow-same-origin`}
              referrerPolicy="no-referrer"
              className="mx-auto block h-full bg-white"
              style={{ width: PIXELS[width] }}
            />
          )}
        </div>
      )}
    </>
  );
}

const SANDBOX = 'allow-scripts allow-forms allow-modals allow-popups allow-downloads';

interface Address {
  url: string;
  /** On this page's own origin: such a preview gets an opaque origin. */
  isOurs: boolean;
}

function previewAddress(address: string): Address {
  const { origin, href } = new URL(address, location.href);
  return { url: href, isOurs: origin === location.origin };
}

/** Starts the app and detects when it cannot be shown; a preview on another origin cannot be checked from here. */
async function visit({ url, isOurs }: Address, signal: AbortSignal): Promise<void> {
  if (!isOurs) return;
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw await errorFromResponse(response);
}
