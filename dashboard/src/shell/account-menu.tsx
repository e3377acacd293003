// The signed-in user, the theme, and signing out.
import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, UserRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { shell } from '../strings.ts';
import { AccountChoice } from './account-choice.tsx';
import { leave } from './leave.ts';
import { chooseTheme, chosenTheme, type Theme } from './theme.ts';

const THEMES: Theme[] = ['system', 'light', 'dark'];
const ITEM =
  'flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-sunken';

/** `detail`: the account that the user acts for, if it is not their own, and its plan. */
export function AccountMenu({ email, detail }: { email: string; detail: string }) {
  const [theme, setTheme] = useState(chosenTheme);
  const change = (value: string) => {
    chooseTheme(value as Theme);
    setTheme(value as Theme);
  };
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="flex w-full items-center gap-2 rounded-lg px-2.5 py-2 text-left text-sm hover:bg-sunken">
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong uppercase"
        >
          {email.slice(0, 1)}
        </span>
        <span className="min-w-0 grow">
          <span className="sr-only">{shell.account}</span>
          <span className="block truncate">{email}</span>
          <span className="block truncate text-xs text-muted capitalize">{detail}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={6}
          className="z-50 min-w-52 rounded-xl border border-line bg-surface p-1.5 shadow-lifted"
        >
          <AccountChoice itemClass={ITEM} />
          <DropdownMenu.Label className="px-2.5 py-1 text-xs text-muted">{shell.theme}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={theme} onValueChange={change}>
            {THEMES.map((value) => (
              <DropdownMenu.RadioItem key={value} value={value} className={ITEM}>
                <span className="grid w-4 place-items-center">
                  <DropdownMenu.ItemIndicator className="size-1.5 rounded-full bg-accent" />
                </span>
                {shell.themes[value]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
          <DropdownMenu.Item className={ITEM} asChild>
            <Link to="/account">
              <UserRound aria-hidden className="size-4 text-muted" />
              {shell.accountSettings}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ITEM} onSelect={leave}>
            <LogOut aria-hidden className="size-4 text-muted" />
            {shell.signOut}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
