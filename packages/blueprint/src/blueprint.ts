// The interface of the blueprint engine: it reads a prompt into an application model and writes that model as files.
export const FRAMEWORKS = ['react', 'vue', 'nextjs', 'nodejs', 'python'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

export type FieldType =
  | 'text'
  | 'longtext'
  | 'number'
  | 'money'
  | 'percent'
  | 'date'
  | 'time'
  | 'boolean'
  | 'choice'
  | 'email'
  | 'phone'
  | 'url'
  | 'rating'
  | 'relation';

export interface Field {
  name: string;
  label: string;
  type: FieldType;
  required?: boolean;
  options?: string[];
  /** The entity that a relation points at. */
  to?: string;
  min?: number;
  max?: number;
}

export type FieldValue = string | number | boolean | null;
export type SeedRecord = { id: string } & Record<string, FieldValue>;

export interface Entity {
  /** Plural key: `hives`. */
  name: string;
  singular: string;
  plural: string;
  icon: string;
  fields: Field[];
  seed: SeedRecord[];
}

export type ViewName =
  | 'Dashboard'
  | 'RecordList'
  | 'RecordDetail'
  | 'RecordForm'
  | 'Board'
  | 'Calendar'
  | 'Landing'
  | 'BlogHome'
  | 'BlogPost'
  | 'ShopHome'
  | 'ProductPage'
  | 'Cart'
  | 'ChatRoom'
  | 'Quiz'
  | 'Timer'
  | 'Calculator'
  | 'Formula'
  | 'Snake'
  | 'Game2048'
  | 'TicTacToe'
  | 'Memory'
  | 'Gallery'
  | 'Portfolio'
  | 'Booking'
  | 'Invoice'
  | 'Weather'
  | 'ApiDocs'
  | 'Habits'
  | 'Flashcards'
  | 'Poll'
  | 'Notes'
  | 'Account';

export interface Page {
  path: string;
  title: string;
  view: ViewName;
  props: Record<string, string>;
  icon: string;
  inNav: boolean;
}

export interface Theme {
  palette: string;
  hue: number;
  chroma: number;
  font: 'sans' | 'serif' | 'rounded' | 'mono';
  startsDark: boolean;
}

/** A page's texts: plain JSON that its view reads. */
export type Copy = Record<string, unknown>;

export interface Blueprint {
  name: string;
  slug: string;
  tagline: string;
  kind: string;
  layout: 'app' | 'site';
  theme: Theme;
  entities: Entity[];
  pages: Page[];
  copy: Copy;
  hasAccounts: boolean;
  /** The reference day of the examples, YYYY-MM-DD. */
  madeOn: string;
  /** What was understood, in sentences for people. */
  understood: string[];
}

export interface AppFile {
  path: string;
  content: string;
}

/** Something that the edited app's files must show. */
export type Promised =
  | { kind: 'name'; name: string }
  | { kind: 'colour'; hue: number }
  | { kind: 'theme'; startsDark: boolean }
  | { kind: 'page'; view: ViewName; path: string }
  | { kind: 'entity'; entity: string }
  | { kind: 'field'; entity: string; field: string; label: string }
  | { kind: 'no-field'; entity: string; field: string };

/** One item of an instruction, with what the edit changed for it. */
export interface EditRequest {
  words: string;
  /** One sentence per change; empty when no rule understood the words. */
  changes: string[];
  promises: Promised[];
}

export interface BlueprintEdit {
  blueprint: Blueprint;
  /** One sentence per change; empty when nothing in the words was understood as a change. */
  changes: string[];
  requests: EditRequest[];
}

/** The outcome of one requested item, according to the built files. */
export interface Requested {
  item: string;
  outcome: 'done' | 'done_differently' | 'not_done';
  note: string;
}

/** A prompt with the files that were built for it, or the items of an edit with the files before and after it. */
export type ReviewOrder =
  | { prompt: string; files: readonly AppFile[] }
  | { requests: readonly EditRequest[]; before: readonly AppFile[]; files: readonly AppFile[] };

export interface BlueprintEngine {
  readonly name: string;
  read(prompt: string, signal: AbortSignal): Promise<Blueprint>;
  edit(blueprint: Blueprint, instruction: string, signal: AbortSignal): Promise<BlueprintEdit>;
  write(blueprint: Blueprint, framework: Framework, signal: AbortSignal): Promise<AppFile[]>;
  /** Reports the outcome of each requested item, from the files alone. */
  review(order: ReviewOrder, signal: AbortSignal): Promise<Requested[]>;
  close(): Promise<void>;
}
