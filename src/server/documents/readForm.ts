import { Worker } from 'node:worker_threads';
import { parseFormDefinition, type FormParseOptions, type FormParseResult } from '../../importer/index.ts';
import type { Vocabulary } from '../../kernel/index.ts';
import { Refusal } from '../http/refusal.ts';
import { createCache, type Cache } from '../store/cache.ts';
import { textHash } from '../store/textHash.ts';
import { threadEntry } from '../threads/entry.ts';

/** Maximum length in characters of a definition that is parsed in the main thread (some tens of milliseconds). */
const MAX_INLINE_CHARS = 200_000;
const MAX_TIME_MS = 30_000;
const MAX_MEMORY_MB = 512;

/** Maximum number of concurrent threads. Further large definitions are refused. */
const MAX_THREADS = 2;
let runningThreads = 0;

function readInThread(content: string, options: FormParseOptions): Promise<FormParseResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadEntry(import.meta.url, 'readForm.worker.ts', 'readForm.js'), {
      workerData: { content, options },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    const rejectAsTooLarge = (): void =>
      reject(
        new Refusal('DOC_TOO_LARGE', {
          size: `${(content.length / 1024 / 1024).toFixed(1)} MB`,
          limit: `${MAX_TIME_MS / 1000} 秒可读完的内容`,
        }),
      );
    const timer = setTimeout(() => finish(rejectAsTooLarge), MAX_TIME_MS);
    worker.once('message', (result: FormParseResult) => finish(() => resolve(result)));
    worker.once('error', (error: Error & { code?: string }) =>
      finish(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? rejectAsTooLarge() : reject(error))),
    );
  });
}

/** Number of parsed definitions in the cache. Saving a draft and publishing it parse the same text five times. */
const MAX_CACHED_FORMS = 8;
/**
 * Maximum length of a text whose parsed definition is cached with a strong reference. Definitions of longer texts are
 * cached only by weak references, so that the garbage collector can free them: a parsed definition takes several times
 * as much memory as its text. A weak reference usually lasts for the steps of one publication.
 */
const MAX_STRONG_CHARS = 1_000_000;
/** A parsed definition, referenced strongly or weakly: one of the properties is set. */
interface CachedForm {
  strong?: FormParseResult;
  weak?: WeakRef<FormParseResult>;
}
const caches = new WeakMap<Vocabulary, Cache<CachedForm>>();

function cacheOf(vocabulary: Vocabulary): Cache<CachedForm> {
  const cache = caches.get(vocabulary) ?? createCache<CachedForm>(MAX_CACHED_FORMS);
  caches.set(vocabulary, cache);
  return cache;
}

/**
 * Parses a definition. A large definition is parsed in a thread with limited time and memory, so that other requests
 * are not delayed. Callers share the result and must not change it. Refuses with DOC_TOO_LARGE beyond these limits, and
 * with REQUEST_BUSY while MAX_THREADS are running.
 */
export async function readForm(
  content: string,
  vocabulary: Vocabulary,
  options: FormParseOptions,
): Promise<FormParseResult> {
  const cache = cacheOf(vocabulary);
  const key = JSON.stringify([textHash(content), options]);
  const cached = cache.get(key);
  const cachedForm = cached?.strong ?? cached?.weak?.deref();
  if (cachedForm) return cachedForm;
  const parsed = await parse(content, vocabulary, options);
  cache.set(key, content.length > MAX_STRONG_CHARS ? { weak: new WeakRef(parsed) } : { strong: parsed });
  return parsed;
}

async function parse(content: string, vocabulary: Vocabulary, options: FormParseOptions): Promise<FormParseResult> {
  if (content.length <= MAX_INLINE_CHARS) return parseFormDefinition(content, vocabulary, options);
  if (runningThreads >= MAX_THREADS) throw new Refusal('REQUEST_BUSY');
  runningThreads += 1;
  try {
    return await readInThread(content, options);
  } finally {
    runningThreads -= 1;
  }
}
