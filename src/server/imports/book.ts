import { Worker } from 'node:worker_threads';
import { Refusal } from '../http/refusal.ts';
import { threadEntry } from '../threads/entry.ts';
import { createTurns } from '../threads/turns.ts';
import type { BookAnswer, BookLimits, Sheet } from './messages.ts';

const TIME_MS = 30_000;
const MEMORY_MB = 512;
/** A few threads at once, whoever uploads. */
const turns = createTurns({ atOnce: 2, mostWaiting: 200 });

const startReader = (path: string, limits: BookLimits): Worker =>
  new Worker(threadEntry(import.meta.url, 'worker.ts', 'sheets.js'), {
    workerData: { path, limits },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });

function readApart(path: string, limits: BookLimits): Promise<BookAnswer> {
  return new Promise((done) => {
    const worker = startReader(path, limits);
    const end = (answer: BookAnswer): void => {
      clearTimeout(timer);
      done(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ reason: '读取时间过长' }), TIME_MS);
    worker.once('message', end);
    // out of memory arrives here too
    worker.once('error', (error: Error & { code?: string }) =>
      end({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? '内容过大' : '文件已损坏或不是 Excel 表格' }),
    );
    worker.once('exit', () => end({ reason: '文件已损坏或不是 Excel 表格' }));
  });
}

/** Reads an uploaded table in a thread of its own, bounded in time, memory and size. Refuses with IMPORT_FILE and the reason. */
export async function sheetsOfFile(
  { name: file, path }: { name: string; path: string },
  limits: BookLimits,
): Promise<Sheet[]> {
  const answer = await turns.take(() => readApart(path, limits));
  if ('reason' in answer) throw new Refusal('IMPORT_FILE', { file, detail: answer.reason });
  return answer.sheets;
}
