import { Worker } from 'node:worker_threads';
import { Refusal } from '../http/refusal.ts';
import { threadEntry } from '../threads/entry.ts';
import { createWorkQueue } from '../threads/workQueue.ts';
import type { BookAnswer, BookLimits, Sheet } from './messages.ts';

const READING_TIMEOUT_MS = 30_000;
const THREAD_MEMORY_MB = 512;
/** Limits the concurrent threads and the waiting uploads of all people. */
const readingQueue = createWorkQueue({ concurrency: 2, maxWaiting: 200 });

const startReader = (path: string, limits: BookLimits): Worker =>
  new Worker(threadEntry(import.meta.url, 'worker.ts', 'sheets.js'), {
    workerData: { path, limits },
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });

function readInThread(path: string, limits: BookLimits): Promise<BookAnswer> {
  return new Promise((resolve) => {
    const worker = startReader(path, limits);
    const finish = (answer: BookAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => finish({ reason: '读取时间过长' }), READING_TIMEOUT_MS);
    worker.once('message', finish);
    // a thread that runs out of memory also raises this event
    worker.once('error', (error: Error & { code?: string }) =>
      finish({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? '内容过大' : '文件已损坏或不是 Excel 表格' }),
    );
    worker.once('exit', () => finish({ reason: '文件已损坏或不是 Excel 表格' }));
  });
}

/**
 * Reads the sheets of an uploaded workbook in a separate thread, with limits on time, memory and size. Refuses with
 * IMPORT_FILE and the reason if the file cannot be read, and with REQUEST_BUSY if too many uploads are waiting.
 */
export async function sheetsOfFile(
  { name: file, path }: { name: string; path: string },
  limits: BookLimits,
): Promise<Sheet[]> {
  const answer = await readingQueue.run(() => readInThread(path, limits));
  if ('reason' in answer) throw new Refusal('IMPORT_FILE', { file, detail: answer.reason });
  return answer.sheets;
}
