// Songs, videos, applications and edited images through the official MCP client: real work, its progress, and links to the files.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { startService, type TestService } from '../../support/service.ts';
import { bringWeights, SOUND_BANK } from '../../support/weights.ts';

const PATIENCE_MS = 300_000;

let service: TestService;
let client: Client;

before(async () => {
  await bringWeights(SOUND_BANK);
  service = await startService();
  const { liveKey } = await service.account();
  client = new Client({ name: 'tests', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${liveKey}` } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.origin), { requestInit });
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
});
after(async () => {
  await client.close();
  await service.stop();
});

interface Made {
  facts: Record<string, unknown>;
  links: { uri: string; name: string; mimeType?: string | undefined }[];
  /** In the order in which they came. */
  told: number[];
}

async function make(name: string, given: Record<string, unknown>): Promise<Made> {
  const told: number[] = [];
  const made = (await client.callTool({ name, arguments: given }, undefined, {
    timeout: PATIENCE_MS,
    onprogress: ({ progress, total }) => {
      assert.equal(total, 1);
      told.push(progress);
    },
  })) as CallToolResult;
  const [first] = made.content;
  const text = first?.type === 'text' ? first.text : '';
  assert.equal(made.isError, undefined, text);
  const links = made.content.filter((one) => one.type === 'resource_link');
  return { facts: JSON.parse(text), links, told };
}

function assertGrowing(told: readonly number[]): void {
  assert.ok(told.length > 0, 'no progress was told');
  for (const [index, progress] of told.entries()) assert.ok(progress > (told[index - 1] ?? -1) && progress <= 1.01);
}

async function assertFile({ links }: Made, mimeType: string, head: RegExp): Promise<void> {
  const link = links.find((one) => one.mimeType === mimeType);
  assert.ok(link, `no link to ${mimeType} among ${links.map(({ uri }) => uri).join(' ')}`);
  const file = await fetch(link.uri);
  assert.equal(file.headers.get('content-type')?.split(';', 1)[0], mimeType);
  assert.match(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 16), head);
}

test('make_song tells of its progress and links the song', async () => {
  const made = await make('make_song', { prompt: 'A calm piano piece', duration: 30, instrumental: true });
  assertGrowing(made.told);
  assert.equal(made.facts.status, 'completed');
  await assertFile(made, 'audio/mpeg', /^(ID3|\xff[\xe2-\xff])/);
});

test('make_video tells of its progress and links the video', async () => {
  const order = { prompt: 'A balloon over the desert', duration: 5, aspect_ratio: '1:1', audio: false };
  const made = await make('make_video', order);
  assertGrowing(made.told);
  assert.equal(made.facts.status, 'completed');
  await assertFile(made, 'video/mp4', /^....ftyp/s);
});

test('build_application tells of its progress and links the archive; a second call changes the project', async () => {
  const built = await make('build_application', { prompt: 'A to-do list with due dates', preview: false });
  assertGrowing(built.told);
  assert.equal(built.facts.version, 1);
  assert.ok(built.links.some(({ name }) => name === 'download_url'));
  const changed = await make('build_application', {
    prompt: 'Make it green',
    project_id: built.facts.project_id,
    preview: false,
  });
  assert.equal(changed.facts.version, 2);
});

test('edit_image changes what generate_image made', async () => {
  const { links } = await make('generate_image', { prompt: 'a red ball', width: 128, height: 128 });
  const edited = await make('edit_image', { image: links[0]?.uri, operation: 'adjust', prompt: 'brighter' });
  await assertFile(edited, 'image/png', /^\x89PNG/);
  assert.notEqual(edited.links[0]?.uri, links[0]?.uri);
});
