// Edited files: their differences from the version, and saving them as the next version.
import { useState } from 'react';
import { client, type Reply } from '../../api/client.ts';
import { wordsOf } from '../../api/problem.ts';
import { tell } from '../../parts/toast.tsx';
import { type AppFile, type Project, renewProject } from './project.ts';
import { builderWords } from './strings.ts';

export type SaveProblem = Reply<'PUT /builder/projects/{id}/files'>['problems'][number];

export function useFileEdits(project: Project, files: readonly AppFile[] | undefined) {
  const [edits, setEdits] = useState<ReadonlyMap<string, string>>(new Map());
  // Edits belong to the version shown at that time: the service refuses to apply them to a newer one.
  const [base, setBase] = useState(project.version);
  const [problems, setProblems] = useState<readonly SaveProblem[]>([]);
  const [isSaving, setSaving] = useState(false);
  const edit = (path: string, content: string) => {
    if (edits.size === 0) setBase(project.version);
    setEdits((before) => {
      const next = new Map(before);
      if (files?.find((file) => file.path === path)?.content === content) next.delete(path);
      else next.set(path, content);
      return next;
    });
  };
  const save = async () => {
    if (edits.size === 0 || isSaving) return;
    setSaving(true);
    try {
      const saved = await client().call('PUT /builder/projects/{id}/files', {
        params: { id: project.id },
        body: { base_version: base, files: [...edits].map(([path, content]) => ({ path, content })) },
      });
      setProblems(saved.problems);
      setEdits(new Map());
      await renewProject();
      tell(builderWords.saved(saved.version));
    } catch (error) {
      tell(wordsOf(error), 'problem');
    } finally {
      setSaving(false);
    }
  };
  return { edits, edit, save, isSaving, problems };
}
