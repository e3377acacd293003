// An authenticator app: codes by RFC 6238, written from the standard and without the library that the service uses.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, postAuth } from './people.ts';
import type { TestService } from './service.ts';

const STEP_SECONDS = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function totpAt(key: Buffer, seconds: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / STEP_SECONDS)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The code that an app shows `steps` half-minutes from now. The service accepts those of one step around now. */
export const codeNow = (key: Buffer, steps = 0) => totpAt(key, Date.now() / 1000 + steps * STEP_SECONDS);

/** The key in the address that a QR code shows. */
export function keyOf(address: string): Buffer {
  const encoded = new URL(address).searchParams.get('secret') ?? '';
  const bits = [...encoded].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Turns the second factor on for who is signed in; the code of the step before now is used up by it. */
export async function turnOnSecondFactor(service: TestService, cookie: string, from = '') {
  const asked = await postAuth(service, 'two-factor/enable', { password: PASSWORD }, { cookie, from });
  assert.equal(asked.status, 200, asked.text);
  const { totpURI, backupCodes } = JSON.parse(asked.text) as { totpURI: string; backupCodes: string[] };
  const key = keyOf(totpURI);
  await awayFromTheEdge();
  const confirmed = await postAuth(service, 'two-factor/verify-totp', { code: codeNow(key, -1) }, { cookie, from });
  assert.equal(confirmed.status, 200, confirmed.text);
  return { key, codes: backupCodes, cookie: confirmed.cookie, address: totpURI };
}

/** A code that was not used by `turnOnSecondFactor`. */
export const unusedCode = (key: Buffer) => codeNow(key, 1);

/** Waits out the end of a step, where a code could become too old on its way. */
export async function awayFromTheEdge(): Promise<void> {
  const left = STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS);
  if (left < 3) await sleep(left * 1000 + 50);
}
