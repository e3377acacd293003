// The interface for sending mails.
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML. */
  html?: string;
  attachments?: readonly { filename: string; content: Buffer }[];
  /** Where answers go, if not to the sender. */
  replyTo?: string;
  /** The same for every attempt of one mail, so that the receiver can detect duplicates. */
  id?: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Deletes the mails that name these addresses, if this mailer keeps mails. */
  forget?(addresses: readonly string[]): Promise<void>;
  close(): void;
}
