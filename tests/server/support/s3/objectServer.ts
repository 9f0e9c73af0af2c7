import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BucketSettings } from '../../../../src/server/storageSettings.ts';
import { startFaultyProxy, type FaultyProxy } from './faultyProxy.ts';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
// the package has no types
const Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;

export interface ObjectServer {
  proxy: FaultyProxy;
  /** Settings of one of its buckets, through the proxy. */
  bucket(name?: string): BucketSettings;
  close(): Promise<void>;
}

/** An S3-compatible store (s3rver) behind a proxy that checks signatures, cuts, delays and refuses. */
export async function startObjectServer(buckets: readonly string[] = ['office-files']): Promise<ObjectServer> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'));
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: buckets.map((name) => ({ name })),
  });
  const { port } = await server.run();
  const proxy = await startFaultyProxy(port, 'S3RVER');
  return {
    proxy,
    bucket: (name = buckets[0] ?? '') => ({
      endpoint: `http://127.0.0.1:${proxy.port}`,
      bucket: name,
      region: 'us-east-1',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      isPathStyle: true,
    }),
    close: async () => {
      await proxy.close();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
