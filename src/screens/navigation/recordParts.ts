import type { RecordParts } from '../../runtime/host/recordParts.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';

/** The components of `src/screens` that relation fields render; the code of each is downloaded at its first use. */
export const recordParts: RecordParts = {
  Creation: lazyFace(async () => (await import('./RecordCreation.tsx')).RecordCreation),
  Filters: lazyFace(async () => (await import('../list/RecordFilters.tsx')).RecordFilters),
};
