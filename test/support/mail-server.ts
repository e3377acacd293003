// A mail server that keeps what it is sent.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export class MailServer {
  readonly mails: string[] = [];
  url = '';
  readonly #server: SMTPServer;

  /** With a password, nobody sends without it. */
  constructor({ password }: { password?: string } = {}) {
    this.#server = this.#build(password);
  }

  async listen(address: string): Promise<void> {
    this.#server.listen(0, address);
    await once(this.#server.server, 'listening');
    this.url = `smtp://${address}:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** The newest link with these words in a mail to an address. */
  linkTo(address: string, words: string): string | undefined {
    const mail = this.mails.findLast((one) => one.includes(`To: ${address}`) && one.includes(words));
    return mail?.match(new RegExp(`https?:\\S+${words}\\S+`))?.[0];
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #build(password: string | undefined): SMTPServer {
    return new SMTPServer({
      disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (given, _session, done) =>
        given.password === password ? done(null, { user: given.username }) : done(new Error('Invalid login')),
      onData: (stream, _session, done) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          // Quoted-printable: links are longer than a line.
          this.mails.push(Buffer.concat(pieces).toString().replace(/=\r\n/g, '').replace(/=3D/g, '='));
          done();
        });
      },
    });
  }
}
