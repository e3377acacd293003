// Sends mails through an SMTP server: SMTP_URL, e.g. smtps://user:password@mail.example.com
import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';

const TIMEOUT_MS = 20_000;

export interface SmtpSettings {
  url: string;
  from: string;
  /** Hears that the server cannot be reached, and gets a way to ask whether it can be again. */
  onAway?: (error: Error, isBack: () => Promise<boolean>) => void;
}

/** How nodemailer names a connection that failed. */
const LOST_CODES: readonly unknown[] = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'];

export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const transport = createTransport({
    ...reachOf(settings.url, TIMEOUT_MS),
    pool: true,
    maxConnections: 2,
  });
  const domain = settings.from.split('@').at(-1)?.replace('>', '') ?? 'localhost';
  return {
    async send({ to, subject, text, html, replyTo, attachments, id }) {
      const mail = {
        from: settings.from,
        to,
        subject,
        text,
        ...(html ? { html } : {}),
        ...(replyTo ? { replyTo } : {}),
        ...(attachments ? { attachments: [...attachments] } : {}),
        ...(id ? { messageId: `<${id}@${domain}>` } : {}),
        // Suppresses out-of-office replies, which nobody would read.
        headers: { 'auto-submitted': 'auto-generated' },
      };
      try {
        await transport.sendMail(mail);
      } catch (error) {
        if (error instanceof Error && 'code' in error && LOST_CODES.includes(error.code))
          settings.onAway?.(error, () => transport.verify());
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** Connects and signs in as for a mail, and sends none; rejects with what the server or the network says. */
export async function tryMailServer(url: string, withinMs: number): Promise<void> {
  const transport = createTransport(reachOf(url, withinMs));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function reachOf(url: string, withinMs: number) {
  return { url, connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs };
}
