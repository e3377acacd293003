// What doctor checks of mail: that the server takes our connection and password, and that the sender has been chosen.
import type { Config } from '../config/settings.ts';
import { tryMailServer } from '../mail/smtp.ts';
import type { Finding } from './doctor-limits.ts';

const ANSWER_MS = 10_000;

export async function checkMail({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Promise<Finding> {
  const name = 'mail';
  const found = (problem: string | null, detail = '') => ({ name, problem, detail });
  if (!smtpUrl) return found(null, `SMTP_URL is not set: mails are stored in ${dataDir}/mail`);
  const { host } = new URL(smtpUrl);
  try {
    await tryMailServer(smtpUrl, ANSWER_MS);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return found(`SMTP_URL: ${host} does not take our mails: ${reason}`);
  }
  if (/@localhost>?$/.test(mailFrom))
    return found(
      `MAIL_FROM is ${mailFrom}, which mail servers refuse: set it to an address that ${host} may send from.`,
    );
  return found(null, `${host} takes mails from ${mailFrom}`);
}
