// The links to every page, in their groups.
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  Activity,
  AppWindow,
  AudioLines,
  BookOpen,
  ChartNoAxesColumn,
  Clapperboard,
  Code,
  CreditCard,
  House,
  Image,
  Images,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  Music,
  Users,
  Webhook,
  Wrench,
} from 'lucide-react';
import { shell } from '../strings.ts';

interface Entry {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
}

const { pages, groups } = shell;
const HOME: Entry[] = [
  { to: '/', label: pages.home, icon: House },
  { to: '/library', label: pages.library, icon: Images },
];
export const MAKE: (Entry & { id: 'chat' | 'code' | 'music' | 'image' | 'video' | 'audio' | 'builder' })[] = [
  { id: 'chat', to: '/play/chat', label: pages.chat, icon: MessageCircle },
  { id: 'code', to: '/play/code', label: pages.code, icon: Code },
  { id: 'music', to: '/play/music', label: pages.music, icon: Music },
  { id: 'image', to: '/play/image', label: pages.image, icon: Image },
  { id: 'video', to: '/play/video', label: pages.video, icon: Clapperboard },
  { id: 'audio', to: '/play/audio', label: pages.audio, icon: AudioLines },
  { id: 'builder', to: '/play/builder', label: pages.builder, icon: AppWindow },
];
const ACCOUNT: Entry[] = [
  { to: '/keys', label: pages.keys, icon: KeyRound },
  { to: '/team', label: pages.team, icon: Users },
  { to: '/activity', label: pages.activity, icon: Activity },
  { to: '/usage', label: pages.usage, icon: ChartNoAxesColumn },
  { to: '/billing', label: pages.billing, icon: CreditCard },
  { to: '/webhooks', label: pages.webhooks, icon: Webhook },
];
const OPERATOR: Entry[] = [{ to: '/operator', label: pages.operator, icon: Wrench }];

export function listPages(isOwner: boolean): readonly Entry[] {
  return [...HOME, ...MAKE, ...ACCOUNT, ...(isOwner ? OPERATOR : [])];
}

export function Navigation({ isOwner, onGo }: { isOwner: boolean; onGo?: () => void }) {
  return (
    <nav aria-label={shell.navigation} className="grid gap-5">
      <Group entries={HOME} onGo={onGo} />
      <Group title={groups.make} entries={MAKE} onGo={onGo} />
      <Group title={groups.account} entries={ACCOUNT} onGo={onGo}>
        <li>
          <a href="/docs" className={LINK}>
            <BookOpen aria-hidden className="size-4" />
            {pages.reference}
          </a>
        </li>
      </Group>
      {isOwner && <Group title={groups.operator} entries={OPERATOR} onGo={onGo} />}
    </nav>
  );
}

const LINK =
  'flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong';

interface GroupProps {
  title?: string;
  entries: readonly Entry[];
  onGo: (() => void) | undefined;
  children?: React.ReactNode;
}

function Group({ title, entries, onGo, children }: GroupProps) {
  return (
    <div>
      {title && <p className="mb-1 px-2.5 text-xs font-medium text-muted">{title}</p>}
      <ul className="grid gap-0.5">
        {entries.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/' }} className={LINK} {...(onGo ? { onClick: onGo } : {})}>
              <Icon aria-hidden className="size-4" />
              {label}
            </Link>
          </li>
        ))}
        {children}
      </ul>
    </div>
  );
}
