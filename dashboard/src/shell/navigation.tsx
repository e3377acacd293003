// The links to the sections, a rail at the left or tabs at the foot of a phone, and to the pages of the section that is open.
import { Link, useLocation } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { serviceName } from '../page-facts.ts';
import { join } from '../parts/class-names.ts';
import { shell } from '../strings.ts';
import { listSections, type Section, sectionOf } from './sections.ts';

export function Rail({ isOwner }: { isOwner: boolean }) {
  const open = useOpenSection();
  return (
    <nav
      aria-label={shell.navigation}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-t-0 lg:border-r lg:py-3"
    >
      <Link to="/" title={shell.goHome} className="mx-auto mb-3 hidden w-full justify-items-center gap-1 px-1 lg:grid">
        <img src="/icon.svg" alt="" className="size-7" />
        <span className="max-w-full truncate font-serif text-sm tracking-tight">{serviceName}</span>
      </Link>
      <ul className="flex lg:grid lg:gap-1 lg:px-2">
        {listSections(isOwner).map((section) => (
          // Five tabs are enough for a phone: there, the operator's pages are among the settings.
          <li key={section.id} className={join('min-w-0 grow basis-0', section.id === 'operator' && 'max-lg:hidden')}>
            <RailLink section={section} isOpen={open?.id === section.id} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RailLink({ section: { to, label, icon: Icon }, isOpen }: { section: Section; isOpen: boolean }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      // Also on the section's other pages: the router itself knows only this one.
      aria-current={isOpen ? 'true' : undefined}
      className={join(
        'group flex flex-col items-center gap-0.5 px-0.5 py-2 text-[0.6875rem] leading-4 lg:rounded-xl',
        isOpen ? 'font-semibold text-accent-strong lg:bg-accent-soft' : 'text-muted hover:text-ink lg:hover:bg-sunken',
      )}
    >
      <Icon aria-hidden className="size-5" strokeWidth={isOpen ? 2.2 : 1.8} />
      <span className="max-w-full truncate">{label}</span>
    </Link>
  );
}

const TAB =
  'flex h-9 items-center rounded-lg px-2.5 text-sm whitespace-nowrap text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong';

/** Nothing where a section is one page. */
export function SectionTabs({ isOwner }: { isOwner: boolean }) {
  const section = useOpenSection();
  if (!section || section.pages.length === 0) return null;
  return (
    <nav aria-label={section.label}>
      <ul className="flex gap-0.5">
        {section.pages.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/' }} className={TAB}>
              {label}
            </Link>
          </li>
        ))}
        {section.id === 'developers' && (
          <li>
            <DocsLink>{shell.pages.reference}</DocsLink>
          </li>
        )}
        {section.id === 'settings' && isOwner && (
          <li className="lg:hidden">
            <Link to="/operator" className={TAB}>
              {shell.pages.operator}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

function DocsLink({ children }: { children: ReactNode }) {
  return (
    <a href="/docs" className={join(TAB, 'gap-1.5')}>
      <BookOpen aria-hidden className="size-3.5" />
      {children}
    </a>
  );
}

function useOpenSection(): Section | undefined {
  return sectionOf(useLocation({ select: (location) => location.pathname }));
}
