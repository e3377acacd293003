// Content credentials of every format, read by the official library in Python (PyPI: c2pa-python); skipped where PyPI is out of reach.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { makeCertificate } from '../../src/marks/signing/certificate.ts';
import { signFile } from '../../src/marks/signing/sign-file.ts';
import { writeMark } from '../../src/marks/write-mark.ts';

const FORMATS = {
  png: ['image/png', 'testsrc=size=1024x1024:rate=1', '-frames:v', '1'],
  jpg: ['image/jpeg', 'testsrc=size=1024x1024:rate=1', '-frames:v', '1'],
  webp: ['image/webp', 'testsrc=size=1024x1024:rate=1', '-frames:v', '1'],
  mp3: ['audio/mpeg', 'sine=440:duration=30'],
  wav: ['audio/wav', 'sine=440:duration=30'],
  flac: ['audio/flac', 'sine=440:duration=30'],
  mp4: ['video/mp4', 'testsrc=size=1280x720:rate=24:duration=5', '-pix_fmt', 'yuv420p'],
} as const;

const READ = `
import c2pa, json, sys
with open(sys.argv[1], 'rb') as file:
    print(c2pa.Reader(sys.argv[2], file).json())
`;

test('every format that is signed here is valid for the official library', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'credentials-'));
  execFileSync(needProgram('python'), ['-m', 'venv', join(folder, 'python')]);
  const bin = join(folder, 'python', 'bin');
  const installed = spawnSync(join(bin, 'pip'), ['install', '-q', 'c2pa-python'], { encoding: 'utf8' });
  if (installed.status !== 0) return t.skip(`c2pa-python cannot be installed: ${installed.stderr.slice(-300)}`);
  const { certificate: certificates, privateKey } = await makeCertificate('Atelier');
  const mark = { model: 'model-1', call: 'req_1', generator: 'Atelier/1', time: new Date() };
  const source = 'trainedAlgorithmicMedia' as const;
  for (const [extension, [contentType, filter, ...options]] of Object.entries(FORMATS)) {
    const path = join(folder, `made.${extension}`);
    execFileSync(needProgram('ffmpeg'), ['-v', 'error', '-y', '-f', 'lavfi', '-i', filter, ...options, path]);
    const file = readFileSync(path);
    const began = performance.now();
    const marked = writeMark(file, contentType, { ...mark, source });
    const between = performance.now();
    const signed = await signFile(marked, {
      contentType,
      mark: { ...mark, source },
      credential: { certificates, privateKey },
    });
    const ended = performance.now();
    const times = `${(between - began).toFixed(1)} ms and ${(ended - between).toFixed(0)} ms`;
    t.diagnostic(
      `${extension}: ${file.length} B, + ${marked.length - file.length} + ${signed.length - marked.length} B, ${times}`,
    );
    writeFileSync(path, signed);
    const read = execFileSync(join(bin, 'python'), ['-c', READ, path, contentType], { encoding: 'utf8' });
    const {
      validation_state: state,
      validation_status: problems = [],
      manifests,
      active_manifest: active,
    } = JSON.parse(read);
    // The root of this installation is on no list.
    const codes = problems.map(({ code }: { code: string }) => code);
    assert.deepEqual([state, codes], ['Valid', ['signingCredential.untrusted']], extension);
    assert.equal(manifests[active].claim_generator_info[0].name, 'Atelier');
    execFileSync(needProgram('ffmpeg'), ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
  }
});
