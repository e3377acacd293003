// Carries mails to an SMTP server: SMTP_URL, e.g. smtps://user:password@mail.example.com
import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';

const LIMIT_MS = 20_000;

export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
  });
  const domain = settings.from.split('@').at(-1)?.replace('>', '') ?? 'localhost';
  return {
    async send({ to, subject, text, id }) {
      await transport.sendMail({
        from: settings.from,
        to,
        subject,
        text,
        ...(id ? { messageId: `<${id}@${domain}>` } : {}),
        // Out-of-office answers have nobody to reach.
        headers: { 'auto-submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
