// Runs inside the sandbox: unpacks the app, starts it, and forwards requests from the host to it.
// The host listens and this side connects, so nothing that the app writes to its disk can mislead the host.
import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';

const [socketPath, port, command, ...commandArgs] = process.argv.slice(2);
const IDLE_CONNECTIONS = 4;
const KEPT_LIMIT_BYTES = 8_000_000;
const folder = process.cwd();

unpack(JSON.parse(readFileSync('/source/files.json', 'utf8')));
const variables = JSON.parse(readFileSync('/source/variables.json', 'utf8'));
const app = spawn(command, commandArgs, {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...variables, ...process.env },
});
app.stdout.on('data', (bytes) => process.stderr.write(bytes));
app.stderr.on('data', (bytes) => process.stderr.write(bytes));
app.on('exit', (code, signal) => {
  process.stderr.write(`\nThe app ended (${signal ?? code}).\n`);
  setTimeout(() => process.exit(1), 50);
});
for (let count = 0; count < IDLE_CONNECTIONS; count += 1) offer();

process.stdin.setEncoding('utf8');
process.stdin.on('data', (words) => {
  if (!words.includes('stop')) return;
  process.stdout.write(JSON.stringify(readKept()), () => process.exit(0));
});

/** One connection that waits for a request from the host. */
function offer() {
  const outside = connect(socketPath);
  let isUsed = false;
  outside.once('readable', () => {
    isUsed = true;
    offer();
    reach(outside, Date.now() + 25_000);
  });
  outside.on('error', () => outside.destroy());
  outside.on('close', () => {
    if (!isUsed) setTimeout(offer, 100);
  });
}

/** The app may need a moment until it listens. */
function reach(outside, untilMs) {
  const inside = connect(Number(port), '127.0.0.1');
  inside.once('connect', () => {
    outside.pipe(inside);
    inside.pipe(outside);
    inside.on('error', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  });
  inside.once('error', () => {
    if (Date.now() > untilMs || outside.destroyed) outside.destroy();
    else setTimeout(() => reach(outside, untilMs), 40);
  });
}

function unpack(files) {
  for (const file of files) {
    const path = join(folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.base64 === undefined ? file.content : Buffer.from(file.base64, 'base64'));
  }
}

/** The app's files below data/, restored at the next start. */
function readKept() {
  const kept = [];
  let bytes = 0;
  const visit = (relative) => {
    for (const name of readdirSync(join(folder, relative))) {
      const path = join(relative, name);
      const found = lstatSync(join(folder, path));
      if (found.isDirectory()) visit(path);
      else if (found.isFile() && bytes + found.size <= KEPT_LIMIT_BYTES) {
        bytes += found.size;
        kept.push({ path, base64: readFileSync(join(folder, path)).toString('base64') });
      }
    }
  };
  try {
    visit('data');
  } catch {
    // Nothing was stored.
  }
  return kept;
}
