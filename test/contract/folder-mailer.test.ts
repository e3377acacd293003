// Mails that no server sends are files in a folder: the newest thousand stay.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { silentLog } from '../../src/core/log.ts';
import { createFolderMailer } from '../../src/mail/outbox-folder.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'mails-')), 'mail');
after(() => rmSync(join(folder, '..'), { recursive: true }));

test('the oldest mails are removed, and other files are left alone', async () => {
  mkdirSync(folder);
  for (let index = 0; index < 1_010; index += 1) {
    const path = join(folder, `old-${index}.eml`);
    writeFileSync(path, '');
    utimesSync(path, 1_000 + index, 1_000 + index);
  }
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  const mailer = createFolderMailer({ folder, from: 'a@example.com', log: silentLog });
  await mailer.send({ to: 'b@example.com', subject: 'Two\nlines', text: 'Hello', id: 'newest' });
  const names = readdirSync(folder);
  assert.equal(names.length, 1_001);
  assert.ok(names.includes('notes.txt'));
  assert.ok(!names.includes('old-10.eml') && names.includes('old-11.eml'));
  assert.match(readFileSync(join(folder, 'newest.eml'), 'utf8'), /^Subject: Two lines$/m);
});
