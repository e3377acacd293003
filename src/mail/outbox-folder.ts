// The mailer for installations without a mail server: writes each mail to a file in the data folder and logs its path.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Mailer } from './port.ts';

export function createFolderMailer(settings: { folder: string; from: string; log: Log }): Mailer {
  return {
    async send({ to, subject, text, id = newId('mail') }) {
      await mkdir(settings.folder, { recursive: true, mode: 0o700 });
      const path = join(settings.folder, `${id}.eml`);
      const lines = [`From: ${settings.from}`, `To: ${oneLine(to)}`, `Subject: ${oneLine(subject)}`, '', text, ''];
      await writeFile(`${path}.part`, lines.join('\n'), { mode: 0o600 });
      await rename(`${path}.part`, path);
      settings.log.info({ to, file: path }, `mail stored in the data folder because SMTP_URL is not set: ${subject}`);
    },
    close: () => undefined,
  };
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
