import { useEffect, useState } from 'react';
import { extensionOf, isForeignFile } from '../../domain/fileValue.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { FileRecord } from '../../runtime/services/files.ts';

/** What is known of files, per client; ids asked for in one tick travel in one call (a sub-table asks for many). */
interface Cache {
  known: Map<string, FileRecord>;
  asked: Map<string, Promise<void>>;
  next: Set<string>;
  flush: Promise<void> | null;
}
const caches = new WeakMap<Services, Cache>();

function cacheOf(services: Services): Cache {
  let cache = caches.get(services);
  if (!cache) caches.set(services, (cache = { known: new Map(), asked: new Map(), next: new Set(), flush: null }));
  return cache;
}

export function rememberFile(services: Services, file: FileRecord): void {
  cacheOf(services).known.set(file.id, file);
}

function ask(services: Services, cache: Cache, id: string): Promise<void> {
  const running = cache.asked.get(id);
  if (running) return running;
  cache.next.add(id);
  cache.flush ??= Promise.resolve().then(async () => {
    const ids = [...cache.next];
    cache.next.clear();
    cache.flush = null;
    try {
      for (const file of await services.files.byIds(ids)) cache.known.set(file.id, file);
    } finally {
      for (const asked of ids) cache.asked.delete(asked);
    }
  });
  cache.asked.set(id, cache.flush);
  return cache.flush;
}

/** A file on another server is known by its address only (OD-046). */
function foreign(url: string): FileRecord {
  const last = url.split(/[?#]/)[0].split('/').pop() ?? '';
  let fileName = last || url;
  try {
    fileName = decodeURIComponent(fileName);
  } catch {
    /* as it is written */
  }
  return { id: url, fileName, fileExt: extensionOf({ fileExt: '', fileName }), url };
}

export interface FilesState {
  files: readonly FileRecord[];
  status: 'ready' | 'loading' | 'error';
  message?: string;
  retry(): void;
}

/** Records of the given file ids, in their order. A file that the server does not know keeps its place, named as missing. */
export function useFiles(ids: readonly string[]): FilesState {
  const services = useServices();
  const cache = cacheOf(services);
  const [, redraw] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = ids.join(',');
  const [answered, setAnswered] = useState('');
  useEffect(() => {
    const missing = wanted === '' ? [] : wanted.split(',').filter((id) => !cache.known.has(id) && !isForeignFile(id));
    if (missing.length === 0 || failure !== null || answered === wanted) return undefined;
    let isCurrent = true;
    Promise.all(missing.map((id) => ask(services, cache, id))).then(
      () => {
        if (isCurrent) setAnswered(wanted);
      },
      (error: unknown) => {
        if (isCurrent) setFailure(error instanceof Error ? error.message : '请重试');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [services, cache, wanted, failure, answered]);
  const files = ids.map(
    (id) =>
      cache.known.get(id) ??
      (isForeignFile(id)
        ? foreign(id)
        : { id, fileName: answered === wanted ? '（文件已不存在）' : '…', fileExt: '', url: '' }),
  );
  const isComplete = answered === wanted || ids.every((id) => cache.known.has(id) || isForeignFile(id));
  return {
    files,
    status: failure !== null ? 'error' : isComplete ? 'ready' : 'loading',
    message: failure ?? undefined,
    retry: () => {
      setFailure(null);
      redraw((count) => count + 1);
    },
  };
}
