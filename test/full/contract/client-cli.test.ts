// Every command of the command line, spawned for real against a real service, and at a terminal.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '@atelier/client';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { ATELIER, type RunOptions, runCommandLine } from '../../support/command-line.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { bringWeights, SOUND_BANK } from '../../support/weights.ts';

let service: TestService;
let account: TestAccount;
let folder: string;

before(async () => {
  await bringWeights(SOUND_BANK);
  service = await startService();
  account = await service.account();
  folder = mkdtempSync(join(tmpdir(), 'atelier-cli-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

const live = () => ({ ATELIER_URL: service.origin, ATELIER_API_KEY: account.liveKey, HOME: folder });
const sandbox = () => ({ ...live(), ATELIER_API_KEY: account.testKey });

function atelier(args: string[], options: Partial<RunOptions> = {}) {
  return runCommandLine(process.execPath, [ATELIER, ...args], { env: live(), cwd: folder, ...options });
}

const COMMANDS = [
  ...['login', 'chat', 'code', 'song', 'image', 'video', 'build', 'embed', 'jobs', 'projects', 'files', 'models'],
  ...['voices', 'balance', 'usage', 'keys', 'webhooks', 'speak', 'transcribe', 'rerank', 'batch', 'videos'],
];

test('help names every command, and each has its own', async () => {
  const { stdout } = await atelier(['--help']);
  for (const name of COMMANDS) assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
  const helps = await Promise.all(COMMANDS.map((name) => atelier([name, '--help'])));
  for (const [index, help] of helps.entries()) {
    assert.equal(help.code, 0);
    assert.match(help.stdout, new RegExp(`^atelier ${COMMANDS[index]}\\b`));
    assert.match(help.stdout, /--json/);
  }
});

test('terminals with a protocol of their own get the file itself', async () => {
  const order = ['image', 'a blue ball', '--size', '64x64', '-o', 'blue.png', '--show'];
  const kitty = await atelier([...order, 'kitty']);
  const file = readFileSync(join(folder, 'blue.png'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them.
  const sent = [...kitty.stdout.matchAll(/\x1b_G[^;]*;([^\x1b]*)\x1b\\/g)].map(([, data]) => data).join('');
  assert.ok(Buffer.from(sent, 'base64').equals(file));
  const iterm = await atelier([...order, 'iterm', '--seed', '1']);
  assert.match(iterm.stdout, /\]1337;File=inline=1;size=\d+/);
});

test('several pictures are numbered, and --json says where they are', async () => {
  const said = await atelier(['image', 'a tree', '--size', '64x64', '-n', '2', '-o', 'tree.png', '--json']);
  const { saved, images } = JSON.parse(said.stdout);
  assert.equal(images.length, 2);
  assert.deepEqual(saved, [join(folder, 'tree-1.png'), join(folder, 'tree-2.png')]);
  assert.equal(said.stderr, '');
});

test('an application is built and written into a folder', async () => {
  const said = await atelier(['build', 'an app to track my bee hives', '--dir', 'hives']);
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /See it: .*\/preview\//);
  assert.ok(readdirSync(join(folder, 'hives')).includes('package.json'));
});

test('usage shows the balance and what was used', async () => {
  const said = await atelier(['usage', '--by', 'module']);
  assert.match(said.stdout, /credits available \(plan enterprise, live\)/);
  assert.match(said.stdout, /^total /m);
  const json = JSON.parse((await atelier(['usage', '--json'])).stdout);
  assert.equal(json.balance.object, 'balance');
});

test('webhooks listen shows events and hands them on, signed, to a program on this machine', async () => {
  const receiver = await startReceiver();
  const secret = `whsec_${Buffer.from('a secret of thirty-two signs here').toString('base64')}`;
  const listening = Promise.withResolvers<void>();
  const args = ['webhooks', 'listen', '--forward-to', receiver.url, '--secret', secret, '--count', '2'];
  const listened = atelier(args, { onStderr: (text) => text.includes('Listening') && listening.resolve() });
  await listening.promise;
  await atelier(['image', 'a bell', '--size', '64x64', '-o', 'bell.png']);
  const said = await listened;
  assert.match(said.stdout, /generation\.started {2}→ 200/);
  assert.match(said.stdout, /generation\.completed {2}→ 200/);
  const [, completed] = receiver.received;
  const event = await verifyWebhook({ body: completed?.body ?? '', headers: completed?.headers ?? {}, secret });
  assert.equal(event.type, 'generation.completed');
  receiver.close();
});

test('Ctrl-C ends the job that was waited for', async () => {
  const interrupt = new AbortController();
  const onStderr = (text: string) => {
    if (text.includes('%')) interrupt.abort();
  };
  const said = await atelier(['song', 'a calm piano piece', '--instrumental'], { onStderr, signal: interrupt.signal });
  assert.equal(said.code, 130);
  const { data } = (await service.call('GET', '/v1/jobs?service=music', { key: account.liveKey })).json;
  assert.equal(data[0].status, 'cancelled');
});

test('a file that cannot be written, or read, is said so', async () => {
  const said = await atelier(['image', 'x', '--size', '64x64', '-o', 'no/such/folder/x.png']);
  assert.match(said.stderr, /could not be written/);
  writeFileSync(join(folder, 'empty.txt'), '');
  assert.match((await atelier(['code', '--explain', 'missing.py'])).stderr, /missing\.py cannot be read/);
});

test('at a terminal: a conversation that remembers, a bar that is drawn anew, and a picture', async () => {
  needProgram('script');
  const talked = await atTerminal(['chat', '-m', 'sandbox-echo-1'], sandbox(), ['good morning', 'and good night', '']);
  assert.match(talked, /› .*good morning\s+good morning/s);
  const [, conversation = ''] = /--conversation (\w+)/.exec(talked) ?? [];
  const { messages } = (
    await service.call('GET', `/sandbox/v1/chat/conversations/${conversation}`, { key: account.testKey })
  ).json;
  assert.equal(messages.length, 4);
  const painted = await atTerminal(['image', 'a red ball', '--size', '64x64', '-o', 'seen.png'], live(), []);
  assert.ok(painted.includes('\r\x1b[2K█'));
  assert.match(painted, /100 %/);
  assert.match(painted, /▀/);
});

/** Types each line when the command asks for one. */
function atTerminal(args: string[], env: NodeJS.ProcessEnv, lines: string[]): Promise<string> {
  const command = [process.execPath, ATELIER, ...args].map((word) => `'${word}'`).join(' ');
  const terminal = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...terminal, ...env },
  });
  return new Promise((resolve, reject) => {
    let shown = '';
    let typed = 0;
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      shown += piece;
      if (shown.split('› ').length - 1 > typed && typed < lines.length) child.stdin.write(`${lines[typed++]}\n`);
    });
    child.once('error', reject);
    child.once('close', () => resolve(shown));
  });
}

test('speak and transcribe refuse what they cannot do before they call', async () => {
  const cases: [string[], RegExp][] = [
    [['speak', 'Hello', '-o', 'hello.ogg'], /ends in \.mp3, /],
    [['transcribe'], /file is missing/],
    [['transcribe', 'a.wav', '-f', 'docx'], /text, srt, vtt/],
  ];
  for (const [args, words] of cases) {
    const { code, stderr } = await atelier(args);
    assert.equal(code, 2);
    assert.match(stderr, words);
  }
  const missing = await atelier(['transcribe', 'nowhere.wav']);
  assert.match(missing.stderr, /nowhere\.wav cannot be read/);
  const silent = await atelier(['speak', '…']);
  assert.match(silent.stderr, /no words to speak/);
});
