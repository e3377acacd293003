// A server that speaks S3 and checks signatures with code of its own, for tests of the bucket.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { freePort } from './free-port.ts';

export interface S3Server {
  /** As S3_URL takes it. */
  url: string;
  /** Where the objects lie. */
  folder: string;
  /** Refuses connections until the returned function is called; the objects stay. */
  goAway(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-s3-'));
  const port = await freePort();
  const launch = async () => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: folder,
      allowMismatchedSignatures: false,
      vhostBuckets: false,
      configureBuckets: [{ name: 'made-files' }],
    });
    await server.run();
    return server;
  };
  let server = await launch();
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/made-files/atelier`,
    folder: join(folder, 'made-files'),
    async goAway() {
      await server.close();
      return async () => {
        server = await launch();
      };
    },
    async stop() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
