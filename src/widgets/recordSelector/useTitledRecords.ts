import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { RelatedRecord } from '../../runtime/services/relations.ts';
import type { Services } from '../../runtime/services/services.ts';

type CachedRecord = RelatedRecord | null;

/**
 * Cache for the records of one form. `record`: null if the user may not see the title of the record. `pendingIds`: the
 * ids of the next request.
 */
interface FormCache {
  entries: Map<string, { record: CachedRecord; time: number }>;
  pendingIds: Set<string>;
  timer: ReturnType<typeof setTimeout> | null;
  listeners: Set<() => void>;
}

/** Time in ms after which a cached entry is requested again, because permissions and titles may change. */
const MAX_AGE_MS = 60_000;
/** Time in ms during which ids are collected for one request. */
const GATHER_MS = 20;
/** Maximum number of ids per request. */
const BATCH_SIZE = 500;

const cachesByServices = new WeakMap<Services, Map<string, FormCache>>();

function cacheOf(services: Services, to: string): FormCache {
  const cachesByForm = cachesByServices.get(services) ?? new Map<string, FormCache>();
  cachesByServices.set(services, cachesByForm);
  const cache = cachesByForm.get(to) ?? {
    entries: new Map(),
    pendingIds: new Set(),
    timer: null,
    listeners: new Set(),
  };
  cachesByForm.set(to, cache);
  return cache;
}

/**
 * Requests the records that are missing in the cache or too old. The ids of all calls within `GATHER_MS` are sent
 * together, at most `BATCH_SIZE` ids per request.
 */
function requestRecords(services: Services, to: string, ids: readonly string[]): void {
  const cache = cacheOf(services, to);
  const isStale = (id: string): boolean => (cache.entries.get(id)?.time ?? 0) < Date.now() - MAX_AGE_MS;
  for (const id of ids) if (isStale(id)) cache.pendingIds.add(id);
  if (cache.pendingIds.size === 0 || cache.timer !== null) return;
  cache.timer = setTimeout(() => {
    const batch = [...cache.pendingIds].slice(0, BATCH_SIZE);
    for (const id of batch) cache.pendingIds.delete(id);
    cache.timer = null;
    services.relations.titles(to, batch).then(
      (found) => {
        const byId = new Map(found.map((record) => [record.id, record]));
        for (const id of batch) cache.entries.set(id, { record: byId.get(id) ?? null, time: Date.now() });
        for (const notify of cache.listeners) notify();
      },
      // after a failure nothing is cached: the ids are requested again when another field with them is mounted
      () => undefined,
    );
    if (cache.pendingIds.size > 0) requestRecords(services, to, []);
  }, GATHER_MS);
}

/** Returns, by id, the loaded records with these ids whose title the user may see. */
export function useTitledRecords(to: string, ids: readonly string[]): ReadonlyMap<string, RelatedRecord> {
  const services = useServices();
  const [, setRenderCount] = useState(0);
  const idsKey = ids.join(' ');
  useEffect(() => {
    if (idsKey === '') return undefined;
    const cache = cacheOf(services, to);
    const rerender = (): void => setRenderCount((turn) => turn + 1);
    cache.listeners.add(rerender);
    requestRecords(services, to, idsKey.split(' '));
    return () => {
      cache.listeners.delete(rerender);
    };
  }, [services, to, idsKey]);
  const { entries } = cacheOf(services, to);
  return new Map(
    ids.flatMap((id) => {
      const record = entries.get(id)?.record;
      return record ? [[id, record] as const] : [];
    }),
  );
}
