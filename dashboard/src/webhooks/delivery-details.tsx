// One delivery in full: the body, and each attempt with its request and response.
import type { Reply } from '../api/client.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { formatAgo, formatTime } from '../parts/format.ts';
import { webhooks } from './strings.ts';

export type Delivery = Reply<'GET /webhooks/{id}/deliveries'>['data'][number];

const { log: words } = webhooks;

export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  return (
    <div className="grid gap-4 pt-2 pb-4 text-sm">
      <CodeBlock label={words.body} text={pretty(delivery.request_body)} />
      {delivery.log.map((attempt) => (
        <Part
          key={attempt.attempt}
          title={`${words.attempt(attempt.attempt)} · ${formatTime(attempt.at)} · ${words.took(attempt.duration_ms)}`}
        >
          {attempt.problem && <p className="text-danger">{attempt.problem}</p>}
          <CodeBlock
            label={words.headers}
            text={Object.entries(attempt.request_headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          />
          <CodeBlock
            label={words.answer}
            text={`${attempt.status ?? words.noAnswer}\n${attempt.response_excerpt ?? ''}`.trim()}
          />
        </Part>
      ))}
      {delivery.next_attempt_at && (
        <p className="text-muted">{words.nextAttempt(formatAgo(delivery.next_attempt_at))}</p>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-muted">{title}</p>
      {children}
    </div>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
