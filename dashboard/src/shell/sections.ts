// The sections of the dashboard and the pages within them.
import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  AppWindow,
  AudioLines,
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
  Settings,
  Sparkles,
  SquareTerminal,
  UserRound,
  Users,
  Webhook,
  Wrench,
} from 'lucide-react';
import { shell } from '../strings.ts';

export interface Entry {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
}

export interface Section extends Entry {
  id: 'make' | 'library' | 'activity' | 'developers' | 'settings' | 'operator';
  pages: readonly Entry[];
}

const { pages, sections } = shell;
const MAKE: readonly Entry[] = [
  { to: '/', label: pages.home, icon: House },
  { to: '/play/chat', label: pages.chat, icon: MessageCircle },
  { to: '/play/image', label: pages.image, icon: Image },
  { to: '/play/music', label: pages.music, icon: Music },
  { to: '/play/video', label: pages.video, icon: Clapperboard },
  { to: '/play/audio', label: pages.audio, icon: AudioLines },
  { to: '/play/code', label: pages.code, icon: Code },
  { to: '/play/builder', label: pages.builder, icon: AppWindow },
];
const DEVELOPERS: Entry[] = [
  { to: '/keys', label: pages.keys, icon: KeyRound },
  { to: '/webhooks', label: pages.webhooks, icon: Webhook },
  { to: '/usage', label: pages.usage, icon: ChartNoAxesColumn },
];
const SETTINGS: Entry[] = [
  { to: '/account', label: pages.account, icon: UserRound },
  { to: '/team', label: pages.team, icon: Users },
  { to: '/billing', label: pages.billing, icon: CreditCard },
];
const SECTIONS: Section[] = [
  { id: 'make', to: '/', label: sections.make, icon: Sparkles, pages: MAKE },
  { id: 'library', to: '/library', label: pages.library, icon: Images, pages: [] },
  { id: 'activity', to: '/activity', label: pages.activity, icon: Activity, pages: [] },
  { id: 'developers', to: '/keys', label: sections.developers, icon: SquareTerminal, pages: DEVELOPERS },
  { id: 'settings', to: '/account', label: sections.settings, icon: Settings, pages: SETTINGS },
  { id: 'operator', to: '/operator', label: pages.operator, icon: Wrench, pages: [] },
];

export function listSections(isOwner: boolean): readonly Section[] {
  return SECTIONS.filter(({ id }) => isOwner || id !== 'operator');
}

/** Every page once, for the palette. */
export function listPages(isOwner: boolean): readonly Entry[] {
  return listSections(isOwner).flatMap((section) => (section.pages.length > 0 ? section.pages : [section]));
}

export function sectionOf(path: string): Section | undefined {
  if (path.startsWith('/w/')) return SECTIONS.find(({ id }) => id === 'library');
  const isAt = ({ to }: Entry) => path === to || (to !== '/' && path.startsWith(`${to}/`));
  return SECTIONS.find((section) => isAt(section) || section.pages.some(isAt));
}
