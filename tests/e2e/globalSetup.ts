/** Starts the built product once, so that it fills a data folder, kept for the same sources; every product of the run starts from a copy. */
import { cachedFolder } from '../support/cachedFolder.ts';
import { sourcesKey } from '../support/sources.ts';
import { startProduct } from './support.ts';

export default async function setup(): Promise<void> {
  process.env.E2E_TEMPLATE = await cachedFolder('test-product', sourcesKey(), async (folder) => {
    const product = await startProduct({}, folder);
    await product.stop();
  });
}
