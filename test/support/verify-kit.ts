// Files for the check of files: signed by the service, by others, and sent to the API and the page.
import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { DigitalSource } from '../../src/artifacts/port.ts';
import { type MadeCertificate, makeCertificate } from '../../src/marks/signing/certificate.ts';
import { signFile } from '../../src/marks/signing/sign-file.ts';
import { writeMark } from '../../src/marks/write-mark.ts';
import type { TestAccount, TestService } from './service.ts';

const SOURCE: DigitalSource = 'trainedAlgorithmicMedia';

export const MARK = {
  source: SOURCE,
  model: 'painter-1',
  call: 'req_stranger',
  generator: 'Atelier/0.2.0',
  time: new Date('2026-01-02T03:04:05Z'),
};

export const makeSigner = () => makeCertificate('Atelier');

export function drawPng(background = 'teal', side = 64): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();
}

/** As this software signs, with another key. */
export function signAs(
  { certificate: certificates, privateKey }: Pick<MadeCertificate, 'certificate' | 'privateKey'>,
  file: Buffer,
  { parent, contentType = 'image/png' }: { parent?: Buffer; contentType?: string } = {},
): Promise<Buffer> {
  const credential = { certificates, privateKey };
  return signFile(writeMark(file, contentType, MARK), { contentType, mark: MARK, credential, parent });
}

export async function sendFile(service: TestService, key: string, file: Uint8Array) {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(file)]), 'file');
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${service.origin}/v1/verify`, { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
  return { status: response.status, headers: response.headers, json: (await response.json()) as any };
}

export async function verified(service: TestService, { liveKey }: TestAccount, file: Uint8Array) {
  const { status, json } = await sendFile(service, liveKey, file);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

export function sendToPage(service: TestService, file: Uint8Array, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(file)]), 'file');
  return fetch(`${service.origin}/verify`, { method: 'POST', headers, body });
}

export async function drawHere(service: TestService, { liveKey }: TestAccount, more: object = {}) {
  const body = { prompt: 'a secret garden', width: 96, height: 64, ...more };
  const answer = await service.call('POST', '/v1/image/generate', { key: liveKey, body });
  assert.equal(answer.status, 200, answer.text);
  const url: string = answer.json.image_url;
  const file = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { url, file, call: answer.headers.get('x-request-id') };
}
