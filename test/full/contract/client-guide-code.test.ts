// The programs that stand in the README and the guides, run as they stand there.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { newSigningSecret, signatureHeaders, signingKey } from '../../../src/outbox/sign.ts';
import { runProgram } from '../../support/built-package.ts';
import { runCommandLine } from '../../support/command-line.ts';
import { blocksOf, ROOT } from '../../support/documents.ts';
import { freePort } from '../../support/free-port.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { bringWeights, TEXT_WEIGHTS } from '../../support/weights.ts';

const secret = newSigningSecret();
const body = JSON.stringify({ id: 'evt_1', type: 'user.created', data: { name: 'Zoë' } });
let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-guide-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
after(() => rmSync(folder, { recursive: true }));

/** Signed now: a signature is good for five minutes, and weights may take longer to be pulled. */
function signNow() {
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = signatureHeaders({ eventId: 'evt_1', timestampSeconds, body, keys: [signingKey(secret)] });
  const forged = { ...headers, 'x-service-signature': `sha256=${'0'.repeat(64)}`, 'webhook-signature': 'v1,AAAA' };
  return { headers, forged };
}

function codeOf(page: string, language: string): string {
  const found = blocksOf(page).filter((block) => block.language === language);
  assert.equal(found.length, 1, `${page} has one block of ${language}`);
  return found[0]?.text ?? '';
}

/** A checkout in which nothing was built: the client's sources, found the way npm links a workspace. */
function freshCheckout(): string {
  const checkout = mkdtempSync(join(folder, 'checkout-'));
  cpSync(join(ROOT, 'client'), join(checkout, 'client'), {
    recursive: true,
    filter: (path) => !path.endsWith('/dist'),
  });
  mkdirSync(join(checkout, 'node_modules', '@atelier'), { recursive: true });
  symlinkSync('../../client', join(checkout, 'node_modules', '@atelier', 'client'));
  return checkout;
}

test('README: the client’s program talks and paints in a checkout where nothing was built', async () => {
  const cwd = freshCheckout();
  await bringWeights(TEXT_WEIGHTS);
  const service = await startService();
  const { liveKey } = await service.account();
  // As TypeScript: types are stripped by the project's own Node.
  writeFileSync(join(cwd, 'hello.mts'), codeOf('README.md', 'ts'));
  const env = { ORIGIN: service.origin, KEY: liveKey };
  const said = await runCommandLine(process.execPath, ['hello.mts'], { cwd, env });
  await service.stop();
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /\w.*http:\/\/127\.0\.0\.1:\d+\/files\/\S+\.png\n$/s);
});

test('webhooks guide: the TypeScript receiver takes what is signed and refuses the rest', async () => {
  const { headers, forged } = signNow();
  const port = await freePort();
  writeFileSync(join(folder, 'receiver.mts'), codeOf('docs/guides/webhooks.md', 'ts').replace('8080', String(port)));
  const child = spawn(process.execPath, [join(folder, 'receiver.mts')], {
    env: { PATH: process.env.PATH, SIGNING_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const said = once(child.stdout, 'data');
    const url = `http://127.0.0.1:${port}/`;
    assert.equal((await whenReady(() => fetch(url, { method: 'POST', headers: forged, body }))).status, 401);
    assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 200);
    assert.equal(String((await said)[0]).trim(), 'user.created');
  } finally {
    child.kill();
  }
});

test('webhooks guide: the Python function tells the signed from the forged', () => {
  needProgram('python');
  const { headers, forged } = signNow();
  const checks = [headers, forged, { ...headers, 'webhook-timestamp': '1' }].map((one) => JSON.stringify(one));
  const program = `${codeOf('docs/guides/webhooks.md', 'python')}
import json, sys
print([verify(sys.argv[1].encode(), json.loads(one)) for one in sys.argv[2:]])`;
  const env = { ...process.env, SIGNING_SECRET: secret };
  const printed = runProgram('python3', ['-c', program, body, ...checks], { cwd: folder, env });
  assert.equal(printed.trim(), '[True, False, False]');
});

test('webhooks guide: the Go function tells the signed from the forged', () => {
  needProgram('go');
  const { headers, forged } = signNow();
  writeFileSync(join(folder, 'verify.go'), goProgram(codeOf('docs/guides/webhooks.md', 'go')));
  const env = { ...process.env, GOCACHE: join(folder, 'go-cache'), GO111MODULE: 'off' };
  const signatures = [headers, forged].map((one) => one['x-service-signature'] ?? '');
  const printed = runProgram('go', ['run', join(folder, 'verify.go'), secret, body, ...signatures], {
    cwd: folder,
    env,
  });
  assert.equal(printed.trim(), 'true true\nfalse true');
});

function goProgram(code: string): string {
  return `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

${code}

func main() {
	for _, signature := range os.Args[3:] {
		request, _ := http.NewRequest("POST", "http://localhost/", strings.NewReader(os.Args[2]))
		request.Header.Set("X-Service-Signature", signature)
		body, isOurs := verify(os.Args[1], request)
		fmt.Println(isOurs, string(body) == os.Args[2])
	}
}
`;
}

/** Until the program listens. */
async function whenReady(ask: () => Promise<Response>): Promise<Response> {
  return until(() => ask().catch(() => undefined), { saying: 'the program listens' });
}
