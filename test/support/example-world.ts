// The objects that the examples of the OpenAPI document need: made by other examples where these make them, otherwise by calls of the API.
import { EXAMPLE_FILE_ID } from '../../src/http/route.ts';
import type { Documented } from './documented-answers.ts';
import { type ExampleCall, exampleCalls, type PathParams, sendExample } from './example-calls.ts';
import { openDesk } from './operator-kit.ts';
import { plain } from './pictures.ts';
import type { CallAnswer, TestAccount, TestService } from './service.ts';
import { until } from './until.ts';
import { EMBEDDING_WEIGHTS, TEXT_WEIGHTS } from './weights.ts';

type Json = Record<string, unknown> & { id: string; data: { id: string }[] };
type Call = Pick<ExampleCall, 'method' | 'url' | 'body' | 'type'>;

const CARD = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

export class ExampleWorld {
  /** Small weights, to be pulled and removed. */
  static readonly WEIGHTS = 'toy-1';
  /** A model server beside the service. */
  static readonly LOCAL_SERVER = 'llama.cpp';
  readonly #service: TestService;
  readonly #documented: Documented;
  readonly #account: TestAccount;
  /** Its plan changes, and with it its limits. */
  readonly #buyer: TestAccount;
  readonly #other: TestAccount;
  readonly #operatorKey: string;
  readonly #answers = new Map<string, CallAnswer>();
  readonly #made = new Map<string, Promise<PathParams>>();

  private constructor(parts: {
    service: TestService;
    documented: Documented;
    account: TestAccount;
    buyer: TestAccount;
    other: TestAccount;
    operatorKey: string;
  }) {
    this.#service = parts.service;
    this.#documented = parts.documented;
    this.#account = parts.account;
    this.#buyer = parts.buyer;
    this.#other = parts.other;
    this.#operatorKey = parts.operatorKey;
  }

  static async open(service: TestService, documented: Documented): Promise<ExampleWorld> {
    const { key: operatorKey } = await openDesk(service);
    const account = await service.account();
    const buyer = await service.account({ plan: 'payg' });
    const other = await service.account({ plan: 'free' });
    return new ExampleWorld({ service, documented, account, buyer, other, operatorKey });
  }

  /** The values of a path's parameters. */
  paramsFor(name: string): Promise<PathParams> {
    const [method = '', path = ''] = name.split(' ');
    const place = `${path}#${method}`;
    const maker = MAKERS.find(([pattern]) => pattern.test(place));
    if (!maker) return Promise.resolve({});
    const [pattern, make] = maker;
    const known = this.#made.get(pattern.source) ?? make(this);
    this.#made.set(pattern.source, known);
    return known;
  }

  /** The call with its key, below the sandbox unless it is the operator's, and with a file that exists. */
  async addressed(name: string, { method, url, body, type }: Call): Promise<ExampleCall> {
    const isOperators = / \/operator\//.test(name);
    const prefix = / \/(v1beta|v2|api|mcp)\b/.test(name) ? '' : '/v1';
    return {
      method,
      url: `${isOperators ? '' : '/sandbox'}${prefix}${await this.#withRealItem(url)}`,
      key: isOperators ? this.#operatorKey : this.#keyFor(url),
      body: name === 'POST /payments/redeem' ? { code: await this.#code() } : await this.#withRealFile(name, body),
      ...(type ? { type } : {}),
    };
  }

  remember(name: string, answer: CallAnswer): void {
    this.#answers.set(name, answer);
  }

  /** The answer to the operation's example, which is sent if it was not yet. */
  async answerTo(name: string): Promise<Json> {
    const known = this.#answers.get(name) ?? (await this.#send(name));
    if (known.status >= 300) throw new Error(`${name}, which makes what it needs: ${known.status} ${known.text}`);
    return known.json;
  }

  async file(name: string): Promise<Uint8Array> {
    if (name.endsWith('.png')) return plain(64, 64, '#4080c0');
    if (name.endsWith('.wav')) return toneAsWav(3);
    if (name.endsWith('.md')) return Buffer.from(HANDBOOK);
    const speech = this.#answers.get('POST /audio/speech') ?? (await this.#send('POST /audio/speech'));
    return Buffer.from(speech.text, 'latin1');
  }

  /** A call in the sandbox that no example makes. */
  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Json> {
    const answer = await this.#service.call('POST', `/sandbox/v1${path}`, { key: this.#keyFor(path), body, headers });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  async get(path: string): Promise<Json> {
    return (await this.#service.call('GET', `/sandbox/v1${path}`, { key: this.#keyFor(path) })).json;
  }

  /** The finished job's description. */
  finished(path: string): Promise<Json> {
    return until(
      async () => {
        const job = await this.get(path);
        if (job.status === 'failed') throw new Error(`${path} failed: ${JSON.stringify(job)}`);
        return job.status === 'completed' && job;
      },
      { saying: `${path} is completed`, everyMs: 200, withinMs: 300_000 },
    );
  }

  async buy(order: object): Promise<void> {
    const { url } = await this.post('/payments/checkout', order);
    await fetch(String(url), { method: 'POST', redirect: 'manual', body: new URLSearchParams(CARD) });
  }

  /** Each form of a body begins a video; rendering all of them would only take time. */
  async cancelVideos(isUnwanted: (id: string) => boolean): Promise<void> {
    const { data } = await this.get('/jobs?service=video&status=processing');
    for (const { id } of data) if (isUnwanted(id)) await this.post(`/jobs/${id}/cancel`, {});
  }

  async isLetGo(jobId: string): Promise<boolean> {
    const { rows } = await this.#service.app.database.pool.query('select holds_slot from jobs where id = $1', [jobId]);
    return rows[0]?.holds_slot === false;
  }

  get otherAccount(): string {
    return this.#other.id;
  }

  /** A job and a delivery of the live environment, which the operator acts on. */
  async live(path: string, body: object): Promise<Json> {
    const answer = await this.#service.call('POST', `/v1${path}`, { key: this.#account.liveKey, body });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  #keyFor(path: string): string {
    return (path.startsWith('/payments/') ? this.#buyer : this.#account).testKey;
  }

  async #send(name: string): Promise<CallAnswer> {
    const one = this.#documented.operations.get(name);
    const [call] = one ? exampleCalls(one, await this.paramsFor(name)) : [];
    if (!call) throw new Error(`the document has no ${name}`);
    const answer = await sendExample(this.#service, await this.addressed(name, call), {
      fileOf: (file) => this.file(file),
      isEndless: false,
    });
    this.remember(name, answer);
    return answer;
  }

  async #withRealFile(name: string, body: unknown): Promise<unknown> {
    const text = JSON.stringify(body);
    if (!text?.includes(EXAMPLE_FILE_ID)) return body;
    if (name === 'POST /uploads/{id}/complete')
      return { part_ids: [(await this.answerTo('POST /uploads/{id}/parts')).id] };
    if (name.includes(' /library')) return JSON.parse(await this.#withRealItem(text));
    if (name.startsWith('POST /vector_stores'))
      return JSON.parse(text.replaceAll(EXAMPLE_FILE_ID, await this.upload('handbook.md')));
    const file = name === 'POST /batches' ? 'lines.jsonl' : name === 'POST /music/master' ? 'demo.wav' : 'cat.png';
    return JSON.parse(text.replaceAll(EXAMPLE_FILE_ID, await this.upload(file)));
  }

  /** With an image of the library in the place of the file. */
  async #withRealItem(text: string): Promise<string> {
    return text.includes(EXAMPLE_FILE_ID) ? text.replaceAll(EXAMPLE_FILE_ID, await this.item()) : text;
  }

  async item(): Promise<string> {
    const { image_url } = await this.post('/image/generate', { prompt: 'A hill', size: '512x512' });
    return String(/\/files\/(\w+)/.exec(String(image_url))?.[1]);
  }

  /** A code of the sandbox. */
  async #code(): Promise<string> {
    const body = { credits: 5, environment: 'test', reason: 'an example' };
    const made = await this.#service.call('POST', '/v1/operator/codes', { key: this.#operatorKey, body });
    return made.json.codes[0];
  }

  async upload(name: string, lines = 1): Promise<string> {
    const form = new FormData();
    const bytes = name.endsWith('.jsonl') ? linesOf(lines) : await this.file(name);
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    form.append('purpose', name.endsWith('.jsonl') ? 'batch' : 'user_data');
    const headers = { authorization: `Bearer ${this.#account.testKey}` };
    const answer = await fetch(`${this.#service.origin}/sandbox/v1/files`, { method: 'POST', headers, body: form });
    return ((await answer.json()) as { id: string }).id;
  }
}

const HANDBOOK = 'An order may be returned within thirty days. Parcels leave every morning at nine.';
const MESSAGES = [{ role: 'user', content: 'Hello' }];
const SONG = { prompt: 'A long song about the sea', duration: 120, instrumental: true };
const LINES_OF_A_LONG_BATCH = 5_000;
const LINE = {
  custom_id: 'one',
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'sandbox-echo-1', messages: MESSAGES },
};

const UPLOAD = { filename: 'cat.png', purpose: 'vision', mime_type: 'image/png' };
const CHAT = { model: 'sandbox-echo-1', messages: MESSAGES };

/** Where the parameters of a path come from, by the path's beginning. */
const MAKERS: [RegExp, (world: ExampleWorld) => Promise<PathParams>][] = [
  [/^\/responses\/\{/, async (world) => ({ id: (await world.answerTo('POST /responses')).id })],
  [
    /^\/chat\/completions\/\{/,
    async (world) => {
      const order = { model: 'sandbox-echo-1', messages: MESSAGES, store: true };
      return { id: String((await world.post('/chat/completions', order)).id) };
    },
  ],
  [
    /^\/conversations\/\{id\}\/items\/\{/,
    async (world) => {
      const { id } = await world.post('/conversations', { items: [{ role: 'user', content: 'Hello' }] });
      return { id: String(id), item_id: 'item_0_t' };
    },
  ],
  [/^\/conversations\/\{/, async (world) => ({ id: (await world.answerTo('POST /conversations')).id })],
  [/^\/v1beta\/models\/\{|^\/models\/\{model\}:/, async () => ({ model: 'default' })],
  [
    /^\/customers\/\{/,
    async (world) => {
      await world.post('/chat/completions', CHAT, { 'x-customer': 'ann' });
      return { id: 'ann' };
    },
  ],
  [
    /^\/runs\/\{id\}\/close/,
    async (world) => {
      await world.post('/chat/completions', CHAT, { 'x-run': 'ticket-4712; budget=50' });
      return { id: 'ticket-4712' };
    },
  ],
  [
    /^\/runs\/\{/,
    async (world) => {
      await world.post('/chat/completions', CHAT, { 'x-run': 'ticket-4711; budget=50' });
      return { id: 'ticket-4711' };
    },
  ],
  [
    /^\/chat\/conversations\/\{/,
    async (world) => {
      const order = { model: 'sandbox-echo-1', messages: MESSAGES, conversation_id: 'new' };
      return { id: String((await world.post('/chat/completions', order)).conversation_id) };
    },
  ],
  [/^\/models\/\{/, async (world) => ({ id: firstOf(await world.answerTo('GET /models')) })],
  [/^\/music\/voices\/\{/, async (world) => ({ id: firstOf(await world.answerTo('GET /music/voices')) })],
  [/^\/music\/status\/\{/, async (world) => ({ job_id: (await world.answerTo('POST /music/generate')).id })],
  [
    /^\/music\/\{/,
    async (world) => {
      const { id } = await world.answerTo('POST /music/generate');
      await world.finished(`/music/status/${id}`);
      return { id: firstOf(await world.get('/music/library?limit=1')) };
    },
  ],
  [
    /^\/uploads\/\{id\}\/cancel/,
    async (world) => ({ id: String((await world.post('/uploads', { ...UPLOAD, bytes: 10 })).id) }),
  ],
  [
    /^\/uploads\/\{/,
    async (world) => {
      const { length } = await world.file('cat.png');
      return { id: String((await world.post('/uploads', { ...UPLOAD, bytes: length })).id) };
    },
  ],
  [/^\/files\/\{/, async (world) => ({ id: (await world.answerTo('POST /files')).id })],
  [
    /^\/video\/\{id\}#DELETE/,
    async (world) => {
      const { id } = await world.answerTo('POST /video/generate');
      await world.cancelVideos(() => true);
      await until(() => world.isLetGo(id), { saying: 'its worker has let go of it' });
      return { id };
    },
  ],
  [
    /^\/videos\/\{/,
    async (world) => {
      const { id } = await world.answerTo('POST /videos');
      await world.cancelVideos((other) => other !== id);
      await world.finished(`/video/${id}`);
      return { id };
    },
  ],
  [/^\/video\/\{/, async (world) => ({ id: (await world.answerTo('POST /video/generate')).id })],
  [
    /^\/builder\/projects\/.*\{share\}/,
    async (world) => ({
      ...(await world.paramsFor('GET /builder/projects/{id}')),
      share: (await world.answerTo('POST /builder/projects/{id}/shares')).id,
    }),
  ],
  [
    /^\/builder\/projects\/.*\{name\}/,
    async (world) => ({ ...(await world.paramsFor('GET /builder/projects/{id}')), name: 'VITE_TITLE' }),
  ],
  [
    /^\/library\/.*\{share\}/,
    async (world) => ({
      ...(await world.paramsFor('GET /library/{id}')),
      share: (await world.answerTo('POST /library/{id}/shares')).id,
    }),
  ],
  [/^\/library\/\{/, async (world) => ({ id: await world.item() })],
  [
    /^\/requests\/\{/,
    async (world) => {
      await world.answerTo('PATCH /requests/settings');
      const find = async () => {
        const { data } = await world.get('/requests?limit=1');
        return data[0]?.id;
      };
      return { id: await until(find, { saying: 'a request is in the log' }) };
    },
  ],
  [
    /^\/builder\/projects\/\{/,
    async (world) => {
      const built = await world.answerTo('POST /builder/build');
      const project_id = String(built.project_id);
      // On a slow machine a build is answered as a job.
      await world.finished(`/jobs/${built.id}`);
      const changed = await world.post('/builder/build', { prompt: 'Make it green', project_id, preview: false });
      await world.finished(`/jobs/${changed.id}`);
      return { id: project_id };
    },
  ],
  [
    /^\/batches\/\{id\}\/cancel/,
    async (world) => {
      const input_file_id = await world.upload('lines.jsonl', LINES_OF_A_LONG_BATCH);
      const order = { input_file_id, endpoint: LINE.url, completion_window: '24h' };
      return { id: (await world.post('/batches', order)).id };
    },
  ],
  [/^\/vector_stores\/\{id\}#DELETE/, async (world) => ({ id: (await world.post('/vector_stores', {})).id })],
  [/^\/vector_stores\/\{id\}\/files\/\{file_id\}#DELETE/, readFile],
  [/^\/vector_stores\/\{id\}\/files\/\{/, readFile],
  [/^\/vector_stores\/\{id\}\/search/, readFile],
  [
    /^\/vector_stores\/\{id\}\/file_batches\/\{/,
    async (world) => {
      const { id } = await world.post('/vector_stores', {});
      const file_ids = [await world.upload('handbook.md')];
      const batch = await world.post(`/vector_stores/${id}/file_batches`, { file_ids });
      await world.finished(`/vector_stores/${id}/file_batches/${batch.id}`);
      return { id, batch_id: batch.id };
    },
  ],
  [/^\/vector_stores\/\{/, async (world) => ({ id: (await world.answerTo('POST /vector_stores')).id })],
  [/^\/batches\/\{/, async (world) => ({ id: (await world.answerTo('POST /batches')).id })],
  [/^\/jobs\/\{id\}\/cancel/, async (world) => ({ id: (await world.post('/music/generate', SONG)).id })],
  [/^\/jobs\/\{/, async (world) => ({ id: (await world.answerTo('POST /music/generate')).id })],
  [
    /^\/webhooks\/\{.*delivery_id/,
    async (world) => ({
      id: (await world.answerTo('POST /webhooks')).id,
      delivery_id: (await world.answerTo('POST /webhooks/{id}/test')).id,
    }),
  ],
  [/^\/webhooks\/\{/, async (world) => ({ id: (await world.answerTo('POST /webhooks')).id })],
  [/^\/account\/keys\/\{/, async (world) => ({ id: (await world.answerTo('POST /account/keys')).id })],
  [/^\/payments\/checkout\/\{/, async (world) => ({ id: (await world.answerTo('POST /payments/checkout')).id })],
  [
    /^\/payments\/receipts\/\{/,
    async (world) => {
      await world.buy({ package: 'medium' });
      return { id: firstOf(await world.get('/payments/receipts')) };
    },
  ],
  [/^\/payments\/cards\/\{/, async () => ({ id: 'pm_1' })],
  [
    /^\/payments\/subscription/,
    async (world) => {
      await world.buy({ plan: 'pro' });
      return {};
    },
  ],
  [
    /^\/operator\/codes\/\{/,
    async (world) => ({ id: String((await world.answerTo('POST /operator/codes')).batch_id) }),
  ],
  // Only signed-in users change teams: a key is refused whatever the id is.
  [/^\/account\/(members|invitations)\/\{/, async () => ({ id: 'none' })],
  [/^\/operator\/upstreams\/\{/, async (world) => ({ id: (await world.answerTo('POST /operator/upstreams')).id })],
  [
    /^\/operator\/settings\/changes\/\{/,
    async (world) => ({ id: firstOf(await world.answerTo('GET /operator/settings/changes')) }),
  ],
  [/^\/operator\/settings\/\{/, async () => ({ id: 'prices' })],
  [/^\/operator\/coupons\/\{/, async (world) => ({ id: String((await world.answerTo('POST /operator/coupons')).id) })],
  [/^\/operator\/referrals\/\{/, async () => ({ id: 'ref_none' })],
  [/^\/operator\/accounts\/\{/, async (world) => ({ id: world.otherAccount })],
  [/^\/operator\/models\/\{id\}\/use/, async () => ({ id: TEXT_WEIGHTS })],
  [/^\/operator\/models\/\{id\}\/verify/, async () => ({ id: EMBEDDING_WEIGHTS })],
  [/^\/operator\/local-servers\/\{/, async () => ({ id: ExampleWorld.LOCAL_SERVER })],
  [/^\/operator\/models\/\{/, async () => ({ id: ExampleWorld.WEIGHTS })],
  [/^\/operator\/jobs\/\{/, async (world) => ({ id: (await world.live('/music/generate', SONG)).id })],
  [
    /^\/operator\/deliveries\/\{/,
    async (world) => {
      const { id } = await world.live('/webhooks', { url: 'https://example.org/hooks' });
      return { id: (await world.live(`/webhooks/${id}/test`, {})).id };
    },
  ],
];

/** A store with a file that was read. */
async function readFile(world: ExampleWorld): Promise<PathParams> {
  const { id } = await world.post('/vector_stores', {});
  const file_id = await world.upload('handbook.md');
  await world.post(`/vector_stores/${id}/files`, { file_id });
  await world.finished(`/vector_stores/${id}/files/${file_id}`);
  return { id, file_id };
}

function linesOf(count: number): Buffer {
  return Buffer.from(
    Array.from({ length: count }, (_, at) => JSON.stringify({ ...LINE, custom_id: `line ${at}` })).join('\n'),
  );
}

function firstOf({ data }: Json): string {
  const [first] = data;
  if (!first) throw new Error('the list is empty');
  return first.id;
}

/** A tone of 440 Hz: 16 bits, mono. */
function toneAsWav(seconds: number): Buffer {
  const rate = 22_050;
  const count = rate * seconds;
  const wav = Buffer.alloc(44 + count * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + count * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(count * 2, 40);
  for (let at = 0; at < count; at += 1)
    wav.writeInt16LE(Math.round(12_000 * Math.sin((at * 2 * Math.PI * 440) / rate)), 44 + at * 2);
  return wav;
}
