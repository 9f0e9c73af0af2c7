/** Starts the built product once, so that it fills a data folder; every product of the run starts from a copy. */
import { rmSync } from 'node:fs';
import { startProduct } from './support.ts';

export default async function setup(): Promise<() => void> {
  const product = await startProduct();
  await product.stop();
  process.env.E2E_TEMPLATE = product.dataDir;
  return () => rmSync(product.dataDir, { recursive: true, force: true });
}
