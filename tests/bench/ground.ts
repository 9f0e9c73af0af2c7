import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Store } from '../../src/server/store/connect.ts';
import { createProduct, prepareGround } from '../chaos/product.ts';
import { signIn, type TestServer } from '../server/support.ts';
import { askerOf, type Asker } from './load.ts';

/** The built server and, on PostgreSQL, its plain peer, each in a process of its own on the same data. */
export interface BenchGround {
  store: string;
  url: string;
  pid: number;
  /** Somebody signed in at the product. */
  person(username: string, atOnce?: number): Promise<Asker>;
  /** null on the embedded database, which has one connection and no room for a second server. */
  plain: Asker | null;
  close(): Promise<void>;
}

async function startPlain(databaseUrl: string): Promise<{ asker: Asker; end(): void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'plain.ts'), databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    asker: askerOf(address.toString().trim()),
    end: () => {
      child.kill();
    },
  };
}

/** `publish` adds documents while the first server stands, `fill` rows when it is gone. */
export async function openGround(
  adminUrl: string | null,
  publish: (server: TestServer) => Promise<void>,
  fill: (store: Store) => Promise<void>,
): Promise<BenchGround> {
  const ground = await prepareGround(adminUrl, publish);
  const store = await ground.open();
  await fill(store);
  await store.close();
  const product = await createProduct(ground);
  await product.start();
  const plain = ground.databaseUrl ? await startPlain(ground.databaseUrl) : null;
  const askers: Asker[] = [];
  return {
    store: adminUrl ? 'PostgreSQL' : 'PGlite',
    url: product.url,
    pid: product.pid() ?? 0,
    plain: plain?.asker ?? null,
    async person(username, atOnce) {
      const asker = askerOf(product.url, (await signIn(product.url, username)).token, atOnce);
      askers.push(asker);
      return asker;
    },
    async close() {
      for (const asker of askers) asker.close();
      plain?.asker.close();
      plain?.end();
      await product.stop();
      await ground.remove();
    },
  };
}
