// What the preview engine offers: checks without installing, static bundles, sandboxed processes, and a look in a browser.
import type { Readable } from 'node:stream';

export type PreviewFramework = 'react' | 'vue' | 'nextjs' | 'nodejs' | 'python';

export interface SourceFile {
  path: string;
  content: string;
}

export type ProblemStage = 'files' | 'syntax' | 'imports' | 'secret' | 'start' | 'look';

/** What is wrong, as exactly as it is known: this is what a repair is made from. */
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
  /** The page and its parts, for frameworks that preview as static files; null for processes and for broken code. */
  bundle: BundleFile[] | null;
}

export interface PreviewRequest {
  method: string;
  /** Path and query below the preview's own root: `/tasks?page=2`. */
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

export interface PreviewAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable | Uint8Array;
}

/** An app that answers requests, however it is run. */
export interface RunningPreview {
  request(request: PreviewRequest, signal: AbortSignal): Promise<PreviewAnswer>;
  /** Ends it; what a process kept on its disk is handed back. */
  stop(): Promise<Uint8Array | null>;
  readonly ended: Promise<string>;
}

export interface PreviewEngine {
  readonly name: string;
  /** Whether processes can be run in a sandbox here; else why not. */
  sandboxTrouble(): Promise<string | null>;
  check(files: readonly SourceFile[], framework: PreviewFramework, signal: AbortSignal): Promise<CheckResult>;
  /** Answers from a static bundle that is served below `base`. */
  answerFrom(bundle: readonly BundleFile[], base: string, request: PreviewRequest): PreviewAnswer;
  /** Starts an app of a server framework in a sandbox, with what it kept before. */
  start(
    files: readonly SourceFile[],
    framework: PreviewFramework,
    kept: Uint8Array | null,
    signal: AbortSignal,
  ): Promise<RunningPreview>;
  /** Looks at a page in a headless browser; null where there is none. */
  look(
    preview: Pick<RunningPreview, 'request'>,
    signal: AbortSignal,
    options?: { screenshot?: boolean },
  ): Promise<{ problems: Problem[]; screenshot: Uint8Array | null } | null>;
  close(): Promise<void>;
}
