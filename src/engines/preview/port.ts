// The interface of the preview engine: checks without installing, static bundles, sandboxed processes, and a browser check.
import type { Readable } from 'node:stream';

export type PreviewFramework = 'react' | 'vue' | 'nextjs' | 'nodejs' | 'python';

export interface SourceFile {
  path: string;
  content: string;
}

/** Variables that the framework's own tool puts into the page, where every visitor can read them. null: it has a server, which gets all of them. */
export const PUBLIC_PREFIXES: Readonly<Record<PreviewFramework, string | null>> = {
  react: 'VITE_',
  vue: 'VITE_',
  nextjs: 'NEXT_PUBLIC_',
  nodejs: null,
  python: null,
};

/** A project as input of a check or a start. */
export interface PreviewApp {
  files: readonly SourceFile[];
  framework: PreviewFramework;
  /** Environment variables. A browser application gets the public ones only, because its visitors can read them. */
  variables?: Readonly<Record<string, string>>;
}

export type ProblemStage = 'files' | 'syntax' | 'imports' | 'secret' | 'start' | 'look';

/** What is wrong, as exactly as possible, because a repair is based on it. */
export interface Problem {
  stage: ProblemStage;
  file: string | null;
  line: number | null;
  message: string;
}

export interface BundleFile {
  path: string;
  bytes: Uint8Array;
}

export interface CheckResult {
  problems: Problem[];
  /** The page and its assets, for frameworks that preview as static files; null for processes and for broken code. */
  bundle: BundleFile[] | null;
}

export interface PreviewRequest {
  method: string;
  /** Path and query below the preview's root: `/tasks?page=2`. */
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

export interface PreviewAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable | Uint8Array;
}

/** A running app that answers requests. */
export interface RunningPreview {
  request(request: PreviewRequest, signal: AbortSignal): Promise<PreviewAnswer>;
  /** Stops it; returns the files that a process stored on its disk. */
  stop(): Promise<Uint8Array | null>;
  readonly ended: Promise<string>;
}

export interface PreviewEngine {
  readonly name: string;
  /** Whether processes can run in a sandbox on this machine; otherwise the reason. */
  sandboxTrouble(): Promise<string | null>;
  check(app: PreviewApp, signal: AbortSignal): Promise<CheckResult>;
  /** Answers from a static bundle that is served below `base`. */
  answerFrom(bundle: readonly BundleFile[], base: string, request: PreviewRequest): PreviewAnswer;
  /** Starts a server app in a sandbox, with its stored data. */
  start(app: PreviewApp & { kept?: Uint8Array | null }, signal: AbortSignal): Promise<RunningPreview>;
  /** Checks a page in a headless browser; null if there is none. */
  look(
    preview: Pick<RunningPreview, 'request'>,
    signal: AbortSignal,
    options?: { screenshot?: boolean },
  ): Promise<{ problems: Problem[]; screenshot: Uint8Array | null } | null>;
  close(): Promise<void>;
}
