// Sends mails through an SMTP server: SMTP_URL, e.g. smtps://user:password@mail.example.com
import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';

const TIMEOUT_MS = 20_000;

export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const domain = settings.from.split('@').at(-1)?.replace('>', '') ?? 'localhost';
  return {
    async send({ to, subject, text, html, replyTo, attachments, id }) {
      await transport.sendMail({
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
      });
    },
    close: () => transport.close(),
  };
}
