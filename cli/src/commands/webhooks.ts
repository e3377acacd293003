// Webhooks for local development: shows events as they happen, and forwards them to a program on this machine.
import type { WebhookEvent } from '@atelier/client';
import { type Command, type CommandCall, printJson, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { forwardEvent, newSecret } from '../forward-event.ts';
import { printTable } from '../table.ts';

export const webhooks: Command = {
  name: 'webhooks',
  usage: '[listen | list]',
  summary:
    'listen shows the events of your account as they happen; with --forward-to it posts them, signed as real\n' +
    'deliveries are, to a program on this machine. Nothing has to be reachable from outside.',
  options: {
    'forward-to': { type: 'string', short: 'f', help: 'where to post each event', value: 'URL' },
    secret: { type: 'string', help: 'signs the forwarded events; generated and printed if absent', value: 'WHSEC' },
    events: { type: 'string', help: 'only these types, e.g. generation.completed,payment.succeeded', value: 'LIST' },
    count: { type: 'string', help: 'stop after this many events', value: 'NUMBER' },
  },
  examples: ['atelier webhooks listen', 'atelier webhooks listen --forward-to http://localhost:8080/hook'],
  async run(call) {
    const [action = 'listen'] = call.words;
    if (action === 'listen') return listen(call);
    if (action !== 'list') throw new Complaint(`There is no "webhooks ${action}". See: atelier webhooks --help`, 2);
    const { data } = await call.client().webhooks.list({ signal: call.signal });
    if (call.isJson) return printJson(data);
    printTable(
      ['id', 'url', 'events', 'state'],
      data.map((one) => [one.id, one.url, one.events.join(' '), one.enabled ? 'on' : (one.disabled_reason ?? 'off')]),
    );
  },
};

async function listen(call: CommandCall): Promise<void> {
  const target = textOption(call, 'forward-to');
  const secret = textOption(call, 'secret') ?? newSecret();
  const wanted = textOption(call, 'events')?.split(',');
  const most = Number(textOption(call, 'count') ?? Number.POSITIVE_INFINITY);
  const onListening = () => {
    process.stderr.write('Listening; Ctrl-C ends it.\n');
    if (target) process.stderr.write(`Forwarding to ${target}, signed with ${secret}\n`);
  };
  let shown = 0;
  for await (const event of call.client().webhooks.listen({ signal: call.signal, onListening })) {
    if (wanted && !wanted.includes(event.type)) continue;
    const answer = target ? await forwardEvent(event, { target, secret, signal: call.signal }) : undefined;
    show(event, answer, call.isJson);
    shown += 1;
    if (shown >= most) return;
  }
}

function show(event: WebhookEvent, answer: string | undefined, isJson: boolean): void {
  // One line per event, so that a program can read the output as a stream.
  if (isJson)
    process.stdout.write(`${JSON.stringify(answer === undefined ? event : { ...event, forwarded: answer })}\n`);
  else {
    const outcome = answer === undefined ? '' : `  → ${answer}`;
    process.stdout.write(`${event.created_at.slice(11, 19)}  ${event.type}${outcome}\n`);
    process.stdout.write(`          ${JSON.stringify(event.data)}\n`);
  }
}
