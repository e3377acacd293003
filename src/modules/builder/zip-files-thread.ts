// The thread that packs the files of projects.
import { zipSync } from 'fflate';
import { serveCalls } from '../../core/call-thread.ts';
import type { ProjectFile } from '../../store/projects.ts';

serveCalls(
  (files: readonly ProjectFile[]) =>
    zipSync(Object.fromEntries(files.map((file) => [file.path, Buffer.from(file.content)]))),
  (zip) => [zip.buffer as ArrayBuffer],
);
