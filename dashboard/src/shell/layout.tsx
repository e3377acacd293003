// The frame around every page of somebody signed in: sections at the left, and above what must always be in reach.
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Reply } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useCall } from '../api/queries.ts';
import { serviceName } from '../page-facts.ts';
import { shell } from '../strings.ts';
import { AccountMenu } from './account-menu.tsx';
import { BalanceChip } from './balance-chip.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { JobNotices } from './job-notices.tsx';
import { Rail, SectionTabs } from './navigation.tsx';
import { OfflineNote } from './offline-note.tsx';
import { PaletteButton, usePalette } from './use-palette.tsx';

export function Layout() {
  const isSandbox = useEnvironment() === 'test';
  const content = useFocusOnNewPage();
  const account = useCall('GET /account').data;
  const { open, palette } = usePalette();
  const isOwner = account?.is_owner ?? false;
  return (
    <div className="lg:grid lg:grid-cols-[5.75rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {shell.skip}
      </a>
      <Rail isOwner={isOwner} />
      {/* A page that is marked with data-full fills the window and scrolls within itself. */}
      <div className="flex min-h-dvh min-w-0 flex-col pb-[calc(3.5rem+env(safe-area-inset-bottom))] has-data-full:h-dvh lg:pb-0">
        <TopBar account={account} isOwner={isOwner} onFind={open} />
        {/* Who only pays may not see what is made. */}
        {account && account.member?.role !== 'billing' && <JobNotices />}
        {palette}
        <main
          ref={content}
          id="content"
          tabIndex={-1}
          className="flex min-h-0 min-w-0 grow flex-col outline-none has-data-full:overflow-hidden"
        >
          <OfflineNote />
          {isSandbox && (
            <p className="bg-warn-soft px-4 py-1 text-center text-[0.8125rem] text-warn">{shell.sandboxNote}</p>
          )}
          <div className="mx-auto w-full max-w-6xl px-4 py-6 has-data-full:flex has-data-full:min-h-0 has-data-full:max-w-none has-data-full:grow has-data-full:flex-col has-data-full:p-0 has-data-wide:max-w-none sm:px-8 sm:py-8">
            <Outlet />
          </div>
        </main>
      </div>
    </div>
  );
}

/** After following a link, focus moves to the new page, not to the menu. */
function useFocusOnNewPage() {
  const content = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current !== path) content.current?.focus({ preventScroll: true });
    seen.current = path;
  }, [path]);
  return content;
}

interface TopBarProps {
  account: Reply<'GET /account'> | undefined;
  isOwner: boolean;
  onFind(): void;
}

function TopBar({ account, isOwner, onFind }: TopBarProps) {
  return (
    <header className="sticky top-0 z-20 flex shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-surface/95 px-3 backdrop-blur lg:h-13 lg:flex-nowrap lg:px-5">
      <Link to="/" aria-label={shell.goHome} className="mr-auto shrink-0 py-2.5 lg:hidden">
        <img src="/icon.svg" alt="" className="size-7" />
      </Link>
      <div className="order-last min-w-0 basis-full overflow-x-auto not-empty:pb-1.5 lg:order-none lg:-ml-2.5 lg:grow lg:basis-0 lg:pb-0!">
        <SectionTabs isOwner={isOwner} />
      </div>
      <BalanceChip />
      <PaletteButton onOpen={onFind} />
      <EnvironmentSwitch />
      {account && <AccountMenu email={account.member?.email ?? account.email} detail={detailOf(account)} />}
    </header>
  );
}

function detailOf({ member, email, name, plan }: Reply<'GET /account'>): string {
  return !member || member.email === email ? plan : `${name || email} · ${plan}`;
}

export function Brand({ children }: { children?: ReactNode }) {
  return (
    <span className="flex items-center gap-2.5 px-2.5 font-serif text-xl tracking-tight">
      <img src="/icon.svg" alt="" className="size-6" />
      {children ?? serviceName}
    </span>
  );
}
