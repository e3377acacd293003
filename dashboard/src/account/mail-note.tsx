// Says that a mail is on its way, or where it is when the service has no mail server.
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
