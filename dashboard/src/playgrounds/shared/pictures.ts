// Images known to the page: generated or uploaded ones, stored in this browser for later work.
import { useCallback, useState } from 'react';
import { currentEnvironment } from '../../api/chosen-environment.ts';
import { client, type JobState } from '../../api/client.ts';

export interface Picture {
  url: string;
  width: number;
  height: number;
  seed: number | null;
}

const MOST = 24;

/** Newest first; the service keeps the files, this browser only their URLs. */
export function useRecentPictures() {
  const key = `pictures.${currentEnvironment()}`;
  const [pictures, setPictures] = useState<readonly Picture[]>(() => read(key));
  const change = useCallback(
    (make: (before: readonly Picture[]) => readonly Picture[]) =>
      setPictures((before) => {
        const next = make(before).slice(0, MOST);
        localStorage.setItem(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  const add = useCallback(
    (added: readonly Picture[]) =>
      change((before) => [...added, ...before.filter(({ url }) => !added.some((one) => one.url === url))]),
    [change],
  );
  /** A file that no longer exists is dropped. */
  const forget = useCallback((url: string) => change((before) => before.filter((one) => one.url !== url)), [change]);
  return { pictures, add, forget };
}

function read(key: string): Picture[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one?.url === 'string') : [];
  } catch {
    return [];
  }
}

export function picturesOf(job: JobState | undefined): Picture[] {
  return job?.status === 'completed' && Array.isArray(job.images) ? (job.images as Picture[]) : [];
}

export async function uploadPicture(file: Blob, signal: AbortSignal): Promise<Picture> {
  const { url } = await client().files.upload(file, { signal });
  const { width, height } = await sizeOf(file);
  return { url, width, height, seed: null };
}

async function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
