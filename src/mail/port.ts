// Sending a mail: what the service asks for, whoever carries it.
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same for every try of the same mail, so that a receiver can tell a repetition. */
  id?: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
