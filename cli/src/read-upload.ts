// Reads a local file for an upload.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Complaint } from './complaint.ts';

export async function readUpload(path: string): Promise<File> {
  try {
    return new File([new Uint8Array(await readFile(path))], basename(path));
  } catch {
    throw new Complaint(`${path} cannot be read.`, 2);
  }
}
