// Turns the flat list of a project's paths into folders, folders first, each by name.
export interface Folder {
  name: string;
  path: string;
  folders: Folder[];
  files: { name: string; path: string }[];
}

export function treeOf(paths: readonly string[]): Folder {
  const root: Folder = { name: '', path: '', folders: [], files: [] };
  for (const path of [...paths].sort((a, b) => a.localeCompare(b))) {
    const steps = path.split('/');
    const name = steps.pop() ?? path;
    folderAt(root, steps).files.push({ name, path });
  }
  return root;
}

function folderAt(root: Folder, steps: readonly string[]): Folder {
  let folder = root;
  for (const name of steps) {
    let next = folder.folders.find((candidate) => candidate.name === name);
    if (!next) {
      next = { name, path: folder.path ? `${folder.path}/${name}` : name, folders: [], files: [] };
      folder.folders.push(next);
    }
    folder = next;
  }
  return folder;
}
