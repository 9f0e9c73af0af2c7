import type { RecordParts } from '../../runtime/host/recordParts.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';

/** The parts of the screens that relations use, each downloaded at its first use. */
export const recordParts: RecordParts = {
  Creation: lazyFace(async () => (await import('./RecordCreation.tsx')).RecordCreation),
  Filters: lazyFace(async () => (await import('../list/RecordFilters.tsx')).RecordFilters),
};
