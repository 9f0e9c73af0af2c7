import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { set_cptable } from '@e965/xlsx';
import type { BookLimits } from './messages.ts';
import { isZip, readBook } from './readBook.ts';

/** Entry of the thread that reads one uploaded workbook, with its own time and memory limits. */
const { path, limits } = workerData as { path: string; limits: BookLimits };
const content = readFileSync(path);
// workbooks of versions before 1997 use a national code page; loading these pages takes longer than anything else
if (!isZip(content)) set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
parentPort?.postMessage(readBook(content, limits));
