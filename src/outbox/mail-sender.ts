// Posts stored mails: those of failed deliveries and whoever else stored one with a change.
import type { Log } from '../core/log.ts';
import type { Mailer } from '../mail/port.ts';
import type { Database } from '../store/database.ts';
import { claimMails, endMail, type OutgoingMail } from '../store/outgoing-mails.ts';

const AT_ONCE = 10;
const MAX_ATTEMPTS = 10;
const LOOK_MS = 5_000;

export class Post {
  readonly #parts: { database: Database; mailer: Mailer; log: Log };
  #timer: NodeJS.Timeout | undefined;
  #posting: Promise<void> | undefined;
  #isRung = false;

  constructor(parts: { database: Database; mailer: Mailer; log: Log }) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#posting;
  }

  look(): void {
    this.#isRung = true;
    this.#posting ??= this.#postAll()
      .catch((error) => this.#parts.log.warn({ err: error }, 'mails could not be posted; trying again'))
      .finally(() => {
        this.#posting = undefined;
      });
  }

  async #postAll(): Promise<void> {
    while (this.#isRung) {
      this.#isRung = false;
      const mails = await claimMails(this.#parts.database.queries, AT_ONCE);
      for (const mail of mails) await this.#postOne(mail);
      if (mails.length === AT_ONCE) this.#isRung = true;
    }
  }

  async #postOne(mail: OutgoingMail): Promise<void> {
    const { database, mailer, log } = this.#parts;
    try {
      await mailer.send({ id: mail.id, to: mail.recipient, subject: mail.subject, text: mail.body });
      await endMail(database.queries, mail.id, 'sent');
    } catch (error) {
      log.warn({ err: error, mail: mail.id, attempt: mail.attempts }, 'a mail could not be sent');
      if (mail.attempts >= MAX_ATTEMPTS) await endMail(database.queries, mail.id, 'failed');
    }
  }
}
