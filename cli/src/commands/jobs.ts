// The account's jobs: lists them, follows one, and cancels one.
import type { Job } from '@atelier/client';
import { actionOf, type Command, type CommandCall, given, numberOption, printJson, textOption } from '../command.ts';
import { ProgressBar } from '../progress-bar.ts';
import { printTable } from '../table.ts';

export const jobs: Command = {
  name: 'jobs',
  usage: '[list | show ID | follow ID | cancel ID]',
  summary: 'Lists jobs, shows one, follows it to its end, or cancels it.',
  options: {
    service: { type: 'string', help: 'list: only those of music, video, image or builder', value: 'NAME' },
    status: { type: 'string', help: 'list: processing, completed, failed or cancelled', value: 'NAME' },
    limit: { type: 'string', short: 'n', help: 'list: how many (20)', value: 'NUMBER' },
  },
  examples: ['atelier jobs --status processing', 'atelier jobs follow job_…', 'atelier jobs cancel job_…'],
  async run(call) {
    const { action, subject } = actionOf(call, jobs, { list: false, show: true, follow: true, cancel: true });
    const client = call.client();
    const options = { signal: call.signal };
    if (action === 'list') return list(call);
    if (action === 'show') return show(call, await client.jobs.get(subject, options));
    if (action === 'follow') return follow(call, subject);
    const job = await client.jobs.cancel(subject, options);
    if (call.isJson) return printJson(job);
    process.stdout.write(`${job.id} is ${job.status}; the credits held for it are available again.\n`);
  },
};

async function list(call: CommandCall): Promise<void> {
  const query = given({
    service: textOption(call, 'service') as 'music' | undefined,
    status: textOption(call, 'status') as Job['status'] | undefined,
    limit: numberOption(call, 'limit') ?? 20,
  });
  const { data } = await call.client().jobs.list(query, { signal: call.signal }).firstPage();
  if (call.isJson) return printJson(data);
  printTable(
    ['id', 'service', 'status', 'done', 'stage', 'created'],
    data.map((job) => [
      job.id,
      job.object.replace('.job', ''),
      job.status,
      `${Math.round(job.progress * 100)} %`,
      job.stage,
      job.created_at.slice(0, 16),
    ]),
  );
}

/** Ctrl-C does not cancel the job: others may wait for it. */
async function follow(call: CommandCall, id: string): Promise<void> {
  const bar = new ProgressBar(!call.isJson);
  const onProgress = (job: Job) => bar.show(job);
  const job = await call
    .client()
    .jobs.result(id, { signal: call.signal, onProgress })
    .finally(() => bar.end());
  show(call, job);
}

function show(call: CommandCall, job: Job): void {
  if (call.isJson) printJson(job);
  else printJob(job);
}

function printJob(job: Job): void {
  const made = Object.entries(job).filter(([name, value]) => name.endsWith('_url') && typeof value === 'string');
  const rows = [
    ['job', job.id],
    ['status', job.status],
    ['progress', `${Math.round(job.progress * 100)} %`],
    ['stage', job.stage],
    ['created', job.created_at],
    ...(job.completed_at ? [['ended', job.completed_at]] : []),
    ...(job.error ? [['error', `${job.error.message} (${job.error.code})`]] : []),
    ...made.map(([name, value]) => [name, String(value)]),
  ];
  for (const [name = '', value = ''] of rows) process.stdout.write(`${name.padEnd(12)} ${value}\n`);
}
