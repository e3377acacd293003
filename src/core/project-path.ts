// Decides which paths a project's files may have: unpacking or opening them must not run any of their content.

const MAX_PATH = 300;
/**
 * ASCII only, so that no file system folds another spelling into one of the names below. No part ends with a dot or
 * space, which Windows drops.
 */
const GOOD_PATH = /^[\w@()[\].+ -]+(?:\/[\w@()[\].+ -]+)*$/;
const BAD_PART = /^ |[. ]$/;

/**
 * Folders whose contents a program runs or obeys when somebody opens the folder around them: version control, editors,
 * assistants.
 */
const UNSAFE_FOLDERS = new Set(
  '.git .hg .svn .bzr .jj _darcs cvs .vscode .idea .vs .zed .fleet .nova .cursor .windsurf .claude .codex .gemini .devcontainer .ssh'.split(
    ' ',
  ),
);
/** The same for files: Git submodules; settings of folders and links that Windows reads when it shows them. */
const UNSAFE_FILE = /^(?:\.gitmodules|desktop\.ini|autorun\.inf|.*\.(?:lnk|url|scf|library-ms|searchconnector-ms))$/;

/** A relative path that stays inside the project. */
export function isProjectPath(path: string): boolean {
  return (
    path.length <= MAX_PATH &&
    GOOD_PATH.test(path) &&
    !path.split('/').some((part) => BAD_PART.test(part)) &&
    isSafePath(path)
  );
}

/** Drops unsafe files of a version; projects from before these rules may contain some. */
export function safeFiles<T extends { path: string }>(files: readonly T[]): T[] {
  const bare = bareRepositories(files);
  const isInside = (path: string) => bare.some((unsafe) => path === unsafe || path.startsWith(`${unsafe}/`));
  return files.filter(({ path }) => isSafePath(path) && !isInside(foldedParts(path).join('/')));
}

/** The first path that makes these files unsafe, alone or together with others. */
export function findUnsafePath(files: readonly { path: string }[]): string | undefined {
  const safe = new Set(safeFiles(files));
  return files.find((file) => !safe.has(file))?.path;
}

const REPOSITORY = new Set(['head', 'objects', 'refs', 'commondir', 'config', 'hooks']);

function isSafePath(path: string): boolean {
  return foldedParts(path).every((part) => !UNSAFE_FOLDERS.has(part) && !UNSAFE_FILE.test(part));
}

/** Normalises a name as the file systems of Windows and macOS do; `git~1` is the short name of `.git` there. */
function foldedParts(path: string): string[] {
  return path
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => part.replace(/:.*$/, '').replace(/[. ]{1,300}$/, ''))
    .map((part) => part.replace(/^git~\d+$/, '.git'));
}

/**
 * Git treats any folder with HEAD, objects and refs, or with HEAD and `commondir`, as a repository and obeys the
 * `config` in it.
 */
function bareRepositories(files: readonly { path: string }[]): string[] {
  const inside = new Map<string, Set<string>>();
  for (const { path } of files) {
    const parts = foldedParts(path);
    for (const [at, part] of parts.entries()) {
      if (!REPOSITORY.has(part)) continue;
      const folder = parts.slice(0, at).join('/');
      inside.set(folder, (inside.get(folder) ?? new Set()).add(part));
    }
  }
  const isRepository = (names: Set<string>) =>
    names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
  return [...inside]
    .filter(([, names]) => isRepository(names))
    .flatMap(([folder]) => [...REPOSITORY].map((name) => (folder ? `${folder}/${name}` : name)));
}
