import { unreadable } from '../unreadable.ts';
import { checkZip } from '../zipBounds.ts';
import type { Sheet } from './workbook.ts';
import type { SheetAnswer } from './worker.ts';

/** Milliseconds a workbook may take. */
const TIME = 30_000;
const ZIP = 0x504b;

/** The sheets of a workbook. Refuses with FILE_UNREADABLE what is broken, too large or takes too long. */
export async function readSheets(content: Blob): Promise<Sheet[]> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  if (bytes.length > 1 && ((bytes[0] << 8) | bytes[1]) === ZIP) await checkZip(bytes);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let timer = 0;
  try {
    return await new Promise<Sheet[]>((done, fail) => {
      const broken = (): void => fail(unreadable('文件已损坏或不是 Excel 表格，请下载后查看'));
      timer = window.setTimeout(() => fail(unreadable('表格过大，打开用时过长，请下载后查看')), TIME);
      worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => {
        if (data.ok && data.sheets.length > 0) done(data.sheets);
        else broken();
      };
      worker.onerror = broken;
      worker.postMessage(bytes.buffer, [bytes.buffer]);
    });
  } finally {
    window.clearTimeout(timer);
    worker.terminate();
  }
}
