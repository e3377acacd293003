// Builds or changes an application, and writes its files to a folder if one is given.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Build } from '@atelier/client';
import { type Command, given, printJson, promptOf, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { ProgressBar } from '../progress-bar.ts';

export const build: Command = {
  name: 'build',
  usage: 'WHAT…',
  summary: 'Builds an application from a prompt, or changes one (--project), and prints its preview URL.',
  options: {
    framework: { type: 'string', short: 'f', help: 'react (default), vue, nextjs, nodejs or python', value: 'NAME' },
    project: { type: 'string', short: 'p', help: 'the project to change', value: 'ID' },
    dir: { type: 'string', help: 'write the files into this folder', value: 'FOLDER' },
    model: { type: 'string', short: 'm', help: 'blueprint-1, or a text model', value: 'ID' },
  },
  examples: [
    'atelier build "an app to track my bee hives" --dir hives',
    'atelier build "make it green" --project proj_…',
  ],
  async run(call) {
    const prompt = await promptOf(call, 'what to build');
    const bar = new ProgressBar(!call.isJson);
    const order = given({
      prompt,
      framework: textOption(call, 'framework') as 'react' | undefined,
      project_id: textOption(call, 'project'),
      model: textOption(call, 'model'),
    });
    const made = await call
      .client()
      .builder.build(order, { signal: call.signal, onProgress: (job) => bar.show(job) })
      .finally(() => bar.end());
    const folder = textOption(call, 'dir');
    if (folder !== undefined) await writeFiles(made.files ?? [], folder);
    if (call.isJson) return printJson(made);
    const lines = [
      `Project ${made.project_id}, version ${made.version}, ${made.files?.length} files${folder ? ` in ${resolve(folder)}` : ''}`,
      ...(made.preview_url ? [`See it:   ${made.preview_url}`] : []),
      ...(made.download_url ? [`Download: ${made.download_url}`] : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  },
};

async function writeFiles(files: NonNullable<Build['files']>, folder: string): Promise<void> {
  const root = resolve(folder);
  for (const { path, content } of files) {
    const target = join(root, path);
    // A model may have written the paths: none may lead out of the folder.
    if (!target.startsWith(root + sep)) throw new Complaint(`The file ${path} would be outside of ${folder}.`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
