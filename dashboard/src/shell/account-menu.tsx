// The signed-in user, the theme, and signing out.
import { Link } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
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
      <DropdownMenu.Trigger
        title={`${email}, ${detail}`}
        className="grid size-9 shrink-0 place-items-center rounded-full border border-transparent bg-accent-soft text-sm font-semibold text-accent-strong uppercase hover:border-accent"
      >
        <span aria-hidden>{email.slice(0, 1)}</span>
        <span className="sr-only">
          {shell.account} {email}
        </span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-50 max-w-72 min-w-52 rounded-xl border border-line bg-surface p-1.5 shadow-lifted"
        >
          <DropdownMenu.Label className="mb-1.5 border-b border-line px-2.5 pt-1 pb-2 text-sm">
            <span className="block truncate font-medium">{email}</span>
            <span className="block truncate text-xs text-muted capitalize">{detail}</span>
          </DropdownMenu.Label>
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
