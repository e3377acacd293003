// Links to the playgrounds.
import { Link } from '@tanstack/react-router';
import { MAKE } from '../shell/navigation.tsx';
import { home } from './strings.ts';

export function Makers() {
  return (
    <nav aria-label={home.make}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
        {MAKE.map(({ id, to, label, icon: Icon }) => (
          <li key={id}>
            <Link
              to={to}
              className="group flex h-full flex-col gap-2 rounded-2xl border border-line bg-surface p-4 shadow-soft transition-colors hover:border-accent"
            >
              <Icon aria-hidden className="size-5 text-accent" />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-[0.8125rem] text-muted">{home.makers[id]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
