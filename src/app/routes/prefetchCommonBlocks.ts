import type { Registry } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { preloadFace } from '../../runtime/node/LazyFace.tsx';
import { prefersReducedData, whenIdle } from '../../runtime/host/whenIdle.ts';

/** Tags of the blocks that most pages contain, in the order in which users usually reach them. */
const COMMON_BLOCKS = ['taskList', 'list', 'detail'];
/** Delay of the prefetch, in which the first page loads its own code and data. */
const START_DELAY_MS = 1_500;

/**
 * Prefetches the code of common blocks while the user reads the first page. Does nothing if the browser is set to save
 * data.
 */
export async function prefetchCommonBlocks(registry: Registry<Faces>): Promise<void> {
  if (prefersReducedData()) return;
  await new Promise((resolve) => {
    setTimeout(resolve, START_DELAY_MS);
  });
  for (const tag of COMMON_BLOCKS) {
    await whenIdle();
    await preloadFace(registry.widget(tag)?.faces.block);
  }
}
