// The mailer for installations without a mail server: writes each mail to a file in the data folder and logs its path.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Mail, Mailer } from './port.ts';

/** Strangers can trigger mails, so the folder has a size limit. */
const MAX_MAILS = 1_000;
/** Reading the folder for every mail would cost more than the mail. */
const TIDY_EVERY = 100;

export function createFolderMailer(settings: { folder: string; from: string; log: Log }): Mailer {
  let sent = 0;
  return {
    async send(mail) {
      const { to, subject, id = newId('mail') } = mail;
      await mkdir(settings.folder, { recursive: true, mode: 0o700 });
      const path = join(settings.folder, `${id}.eml`);
      await writeFile(`${path}.part`, await contentOf(mail, settings.from), { mode: 0o600 });
      await rename(`${path}.part`, path);
      settings.log.info({ to, file: path }, `mail stored in the data folder because SMTP_URL is not set: ${subject}`);
      sent += 1;
      if (sent % TIDY_EVERY === 1) await removeOldest(settings.folder);
    },
    async forget(addresses) {
      const wanted = addresses.map((address) => address.toLowerCase());
      // At most MAX_MAILS and some.
      for (const name of await readdir(settings.folder).catch(() => [])) {
        const path = join(settings.folder, name);
        // Invitations name the one who invites in their text.
        const mail = (await readFile(path, 'utf8').catch(() => '')).toLowerCase();
        if (wanted.some((address) => mail.includes(address))) await rm(path, { force: true });
      }
    },
    close: () => undefined,
  };
}

/** A plain-text mail is written as readable text, a mail with HTML or attachments in MIME format. */
async function contentOf(
  { to, subject, text, html, replyTo, attachments = [] }: Mail,
  from: string,
): Promise<string | Buffer> {
  if (!html) return [`From: ${from}`, `To: ${oneLine(to)}`, `Subject: ${oneLine(subject)}`, '', text, ''].join('\n');
  const { createTransport } = await import('nodemailer');
  const writer = createTransport({ streamTransport: true, buffer: true });
  const { message } = await writer.sendMail({
    ...{ from, to, subject, text, html, attachments: [...attachments] },
    ...(replyTo ? { replyTo } : {}),
  });
  return message as Buffer;
}

async function removeOldest(folder: string): Promise<void> {
  const paths = (await readdir(folder)).filter((name) => name.endsWith('.eml')).map((name) => join(folder, name));
  if (paths.length <= MAX_MAILS) return;
  const mails = await Promise.all(paths.map(async (path) => ({ path, writtenMs: await writtenAt(path) })));
  mails.sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { path } of mails.slice(MAX_MAILS)) await rm(path, { force: true });
}

/** Another process may have removed the mail. */
async function writtenAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
