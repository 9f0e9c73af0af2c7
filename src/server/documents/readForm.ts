import { Worker } from 'node:worker_threads';
import { parseFormDefinition, type FormParseOptions, type FormRead } from '../../importer/index.ts';
import type { Vocabulary } from '../../kernel/index.ts';
import { Refusal } from '../http/refusal.ts';
import { threadEntry } from '../threads/entry.ts';

/** Characters up to which a definition is read where it arrives: some tens of milliseconds. */
const AT_ONCE = 200_000;
const TIME_MS = 30_000;
const MEMORY_MB = 512;

/** Threads that may read at the same time; more large definitions than that are asked to come again. */
const MAX_THREADS = 2;
let running = 0;

function readApart(content: string, options: FormParseOptions): Promise<FormRead> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadEntry(import.meta.url, 'readForm.worker.ts', 'readForm.js'), {
      workerData: { content, options },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    const tooLarge = (): void =>
      reject(
        new Refusal('DOC_TOO_LARGE', {
          size: `${(content.length / 1024 / 1024).toFixed(1)} MB`,
          limit: `${TIME_MS / 1000} 秒可读完的内容`,
        }),
      );
    const timer = setTimeout(() => end(tooLarge), TIME_MS);
    worker.once('message', (read: FormRead) => end(() => resolve(read)));
    worker.once('error', (error: Error & { code?: string }) =>
      end(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : reject(error))),
    );
  });
}

/**
 * Reads a definition; a large one in a thread of its own, bounded in time and memory, so that nobody else waits for
 * it. Refuses with DOC_TOO_LARGE past those bounds, and with REQUEST_BUSY while several are being read.
 */
export async function readForm(content: string, vocabulary: Vocabulary, options: FormParseOptions): Promise<FormRead> {
  if (content.length <= AT_ONCE) return parseFormDefinition(content, vocabulary, options);
  if (running >= MAX_THREADS) throw new Refusal('REQUEST_BUSY');
  running += 1;
  try {
    return await readApart(content, options);
  } finally {
    running -= 1;
  }
}
