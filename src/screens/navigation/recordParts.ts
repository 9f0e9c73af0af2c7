import type { RecordParts } from '../../runtime/host/recordParts.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';

/** The parts of the screens that relations show, each downloaded when it is first needed. */
export const recordParts: RecordParts = {
  Creation: lazyFace(async () => (await import('./RecordCreation.tsx')).RecordCreation),
  Filters: lazyFace(async () => (await import('../list/RecordFilters.tsx')).RecordFilters),
};
