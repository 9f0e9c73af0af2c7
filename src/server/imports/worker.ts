import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { set_cptable } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import type { BookLimits } from './messages.ts';
import { readBook } from './readBook.ts';

// workbooks of versions before 1997 use the code page of their country
set_cptable(codePages);

/** Entry of the thread that reads one uploaded workbook, with its own time and memory limits. */
const { path, limits } = workerData as { path: string; limits: BookLimits };
parentPort?.postMessage(readBook(readFileSync(path), limits));
