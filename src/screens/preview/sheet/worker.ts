import { readWorkbook, type Sheet } from './workbook.ts';

export type SheetAnswer = { ok: true; sheets: Sheet[] } | { ok: false };

/** Reads a workbook off the page's thread: a large or hostile file cannot stop the page, and is ended after its time. */
const post = (answer: SheetAnswer): void => {
  (self as unknown as { postMessage(message: unknown): void }).postMessage(answer);
};

self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    post({ ok: true, sheets: readWorkbook(new Uint8Array(data)) });
  } catch {
    post({ ok: false });
  }
};
