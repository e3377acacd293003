// Sends the mails that other code stored in the transaction of a change, e.g. about failed deliveries.
import type { Log } from '../core/log.ts';
import type { Mailer } from '../mail/port.ts';
import type { Database } from '../store/database.ts';
import { claimMails, endMail, type OutgoingMail } from '../store/outgoing-mails.ts';

const BATCH_SIZE = 10;
const MAX_ATTEMPTS = 10;
const POLL_MS = 5_000;

export interface MailParts {
  database: Database;
  mailer: Mailer;
  log: Log;
  /** The document's file, for the mail that announces it. */
  attach(documentId: string): Promise<{ fileName: string; bytes: Uint8Array } | undefined>;
}

export class MailSender {
  readonly #parts: MailParts;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #mustPollAgain = false;

  constructor(parts: MailParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.poll(), POLL_MS);
    this.poll();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
  }

  poll(): void {
    this.#mustPollAgain = true;
    this.#sending ??= this.#sendAll()
      .catch((error) => this.#parts.log.warn({ err: error }, 'sending mails failed; trying again'))
      .finally(() => {
        this.#sending = undefined;
      });
  }

  async #sendAll(): Promise<void> {
    while (this.#mustPollAgain) {
      this.#mustPollAgain = false;
      const mails = await claimMails(this.#parts.database.queries, BATCH_SIZE);
      for (const mail of mails) await this.#send(mail);
      if (mails.length === BATCH_SIZE) this.#mustPollAgain = true;
    }
  }

  async #send(mail: OutgoingMail): Promise<void> {
    const { database, mailer, log, attach } = this.#parts;
    try {
      const file = mail.documentId === null ? undefined : await attach(mail.documentId);
      await mailer.send({
        id: mail.id,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body,
        ...(mail.html === null ? {} : { html: mail.html }),
        ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
        ...(file ? { attachments: [{ filename: file.fileName, content: Buffer.from(file.bytes) }] } : {}),
      });
      await endMail(database.queries, mail.id, 'sent');
    } catch (error) {
      log.warn({ err: error, mail: mail.id, attempt: mail.attempts }, 'sending a mail failed');
      if (mail.attempts >= MAX_ATTEMPTS) await endMail(database.queries, mail.id, 'failed');
    }
  }
}
