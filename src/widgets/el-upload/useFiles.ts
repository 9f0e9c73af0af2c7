import { useEffect, useState } from 'react';
import { extensionOf, isForeignFile } from '../../domain/fileValue.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { FileRecord } from '../../runtime/services/files.ts';

/** Loaded file records of a services object. Ids that are requested in the same tick are loaded by one request. */
interface Cache {
  records: Map<string, FileRecord>;
  /** Running requests by file id. */
  loading: Map<string, Promise<void>>;
  /** Ids for the next request. */
  nextIds: Set<string>;
  nextBatch: Promise<void> | null;
}
const caches = new WeakMap<Services, Cache>();

function cacheOf(services: Services): Cache {
  let cache = caches.get(services);
  if (!cache)
    caches.set(services, (cache = { records: new Map(), loading: new Map(), nextIds: new Set(), nextBatch: null }));
  return cache;
}

/** Adds a record to the cache, for example of an uploaded file, so that it need not be loaded. */
export function rememberFile(services: Services, file: FileRecord): void {
  cacheOf(services).records.set(file.id, file);
}

/** Loads a record into the cache with the next request; returns the running request if there is one. */
function loadRecord(services: Services, cache: Cache, id: string): Promise<void> {
  const runningRequest = cache.loading.get(id);
  if (runningRequest) return runningRequest;
  cache.nextIds.add(id);
  cache.nextBatch ??= Promise.resolve().then(async () => {
    const ids = [...cache.nextIds];
    cache.nextIds.clear();
    cache.nextBatch = null;
    try {
      for (const file of await services.files.byIds(ids)) cache.records.set(file.id, file);
    } finally {
      for (const loadedId of ids) cache.loading.delete(loadedId);
    }
  });
  cache.loading.set(id, cache.nextBatch);
  return cache.nextBatch;
}

/** Returns the record of a file on another server, created from its address (OD-046). */
function foreignRecord(url: string): FileRecord {
  const lastSegment = url.split(/[?#]/)[0].split('/').pop() ?? '';
  let fileName = lastSegment || url;
  try {
    fileName = decodeURIComponent(fileName);
  } catch {
    /* invalid percent-encoding: the name stays unchanged */
  }
  return { id: url, fileName, fileExt: extensionOf({ fileExt: '', fileName }), url };
}

export interface FilesState {
  files: readonly FileRecord[];
  status: 'ready' | 'loading' | 'error';
  message?: string;
  retry(): void;
}

/** Returns the records of these file ids, in their order. An unknown id gets a record named （文件已不存在）. */
export function useFiles(ids: readonly string[]): FilesState {
  const services = useServices();
  const cache = cacheOf(services);
  const [, rerender] = useState(0);
  const joinedIds = ids.join(',');
  const [failedLoad, setFailedLoad] = useState<{ ids: string; message: string } | null>(null);
  const failure = failedLoad?.ids === joinedIds ? failedLoad.message : null;
  const [loadedIds, setLoadedIds] = useState('');
  useEffect(() => {
    const missingIds =
      joinedIds === '' ? [] : joinedIds.split(',').filter((id) => !cache.records.has(id) && !isForeignFile(id));
    if (missingIds.length === 0 || failure !== null || loadedIds === joinedIds) return undefined;
    let isCurrent = true;
    Promise.all(missingIds.map((id) => loadRecord(services, cache, id))).then(
      () => {
        if (isCurrent) setLoadedIds(joinedIds);
      },
      (error: unknown) => {
        if (isCurrent) setFailedLoad({ ids: joinedIds, message: error instanceof Error ? error.message : '请重试' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [services, cache, joinedIds, failure, loadedIds]);
  const files = ids.map(
    (id) =>
      cache.records.get(id) ??
      (isForeignFile(id)
        ? foreignRecord(id)
        : { id, fileName: loadedIds === joinedIds ? '（文件已不存在）' : '…', fileExt: '', url: '' }),
  );
  const isComplete = loadedIds === joinedIds || ids.every((id) => cache.records.has(id) || isForeignFile(id));
  const loadStatus = isComplete ? 'ready' : 'loading';
  return {
    files,
    status: failure !== null ? 'error' : loadStatus,
    message: failure ?? undefined,
    retry: () => {
      setFailedLoad(null);
      rerender((count) => count + 1);
    },
  };
}
