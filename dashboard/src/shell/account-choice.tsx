// The user's accounts, in the account menu; shown if there are at least two.
import { DropdownMenu } from 'radix-ui';
import { client } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { useCall } from '../api/queries.ts';
import { tell } from '../parts/toast.tsx';
import { shell } from '../strings.ts';

export function AccountChoice({ itemClass }: { itemClass: string }) {
  const accounts = useCall('GET /account/memberships').data?.data ?? [];
  if (accounts.length < 2) return null;
  const current = accounts.find(({ is_current }) => is_current)?.account_id ?? '';
  return (
    <>
      <DropdownMenu.Label className="px-2.5 py-1 text-xs text-muted">{shell.actFor}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={current} onValueChange={switchTo}>
        {accounts.map(({ account_id: id, account_name: name, role }) => (
          <DropdownMenu.RadioItem key={id} value={id} className={itemClass}>
            <span className="grid w-4 shrink-0 place-items-center">
              <DropdownMenu.ItemIndicator className="size-1.5 rounded-full bg-accent" />
            </span>
            <span className="max-w-48 truncate">{name}</span>
            <span className="text-xs text-muted">{shell.roles[role]}</span>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
    </>
  );
}

async function switchTo(accountId: string): Promise<void> {
  try {
    await client().call('POST /account/switch', { body: { account_id: accountId } });
    // A full page load, so that no data of the other account stays in memory.
    location.assign('/');
  } catch (error) {
    tell(wordsOf(error), 'problem');
  }
}
