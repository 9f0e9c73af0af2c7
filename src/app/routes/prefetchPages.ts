import type { Registry } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { preloadFace } from '../../runtime/node/LazyFace.tsx';
import { isSparing, whenIdle } from '../../runtime/host/whenIdle.ts';

/** Blocks that most pages are made of, in the order in which people come to them. */
const USUAL = ['taskList', 'list', 'detail'];
/** The first page has its own to load, ms. */
const FIRST = 1_500;

/** Brings the code of usual pages while the first one is read, so that a click on them waits for data alone. Not for who saves data. */
export async function bringUsualPages(registry: Registry<Faces>): Promise<void> {
  if (isSparing()) return;
  await new Promise((resolve) => {
    setTimeout(resolve, FIRST);
  });
  for (const tag of USUAL) {
    await whenIdle();
    await preloadFace(registry.widget(tag)?.faces.block);
  }
}
