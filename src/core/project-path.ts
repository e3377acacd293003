// Which paths the files of a project may have: whoever unpacks them and looks at them must not run what they say.

const MAX_PATH = 300;
/** ASCII only: no other spelling of a name that a file system would fold into one of those below. No part ends with a dot or space, which Windows drops. */
const GOOD_PATH = /^[\w@()[\].+ -]+(?:\/[\w@()[\].+ -]+)*$/;
const BAD_PART = /^ |[. ]$/;

/** Folders whose contents a program runs or obeys when somebody looks at the folder around them: version control, editors, assistants. */
const UNSAFE_FOLDERS = new Set(
  '.git .hg .svn .bzr .jj _darcs cvs .vscode .idea .vs .zed .fleet .nova .cursor .windsurf .claude .codex .gemini .devcontainer .ssh'.split(
    ' ',
  ),
);
/** Files of the same kind: submodules of Git; settings of folders and links that Windows reads when it shows them. */
const UNSAFE_FILE = /^(?:\.gitmodules|desktop\.ini|autorun\.inf|.*\.(?:lnk|url|scf|library-ms|searchconnector-ms))$/;

/** A path inside of the project, which no part of it leaves. */
export function isProjectPath(path: string): boolean {
  return (
    path.length <= MAX_PATH &&
    GOOD_PATH.test(path) &&
    !path.split('/').some((part) => BAD_PART.test(part)) &&
    isSafePath(path)
  );
}

/** What is left of the files of a version; projects from before these rules may hold others. */
export function safeFiles<T extends { path: string }>(files: readonly T[]): T[] {
  const bare = bareRepositories(files);
  const isInside = (path: string) => bare.some((unsafe) => path === unsafe || path.startsWith(`${unsafe}/`));
  return files.filter(({ path }) => isSafePath(path) && !isInside(foldedParts(path).join('/')));
}

/** The first path that makes these files unsafe, alone or with others. */
export function findUnsafePath(files: readonly { path: string }[]): string | undefined {
  const safe = new Set(safeFiles(files));
  return files.find((file) => !safe.has(file))?.path;
}

const REPOSITORY = new Set(['head', 'objects', 'refs', 'commondir', 'config', 'hooks']);

function isSafePath(path: string): boolean {
  return foldedParts(path).every((part) => !UNSAFE_FOLDERS.has(part) && !UNSAFE_FILE.test(part));
}

/** As a file system of Windows or macOS reads the names; `git~1` is the short name of `.git` there. */
function foldedParts(path: string): string[] {
  return path
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => part.replace(/:.*$/, '').replace(/[. ]{1,300}$/, ''))
    .map((part) => part.replace(/^git~\d+$/, '.git'));
}

/** Git takes any folder with HEAD, objects and refs for a repository, or with HEAD and `commondir`, and obeys the `config` in it. */
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
