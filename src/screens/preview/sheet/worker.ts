import { readWorkbook, type Sheet } from './workbook.ts';

export type SheetAnswer = { ok: true; sheets: Sheet[] } | { ok: false };

/*
 * Worker that reads a workbook, so that a large or malicious file cannot block the page; the page terminates it on
 * timeout.
 */

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
