// Says that a mail was sent, or where to find it if the service has no mail server.
import { sendsMail } from '../page-facts.ts';
import { account } from './strings.ts';

export function MailNote({ words }: { words: string }) {
  return (
    <div role="status" className="grid gap-3">
      <p>{words}</p>
      {!sendsMail && <p className="text-sm text-muted">{account.noMailServer}</p>}
    </div>
  );
}
