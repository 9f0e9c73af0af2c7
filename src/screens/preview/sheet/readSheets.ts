import { createUnreadableError } from '../unreadableError.ts';
import { checkZip } from '../checkZip.ts';
import type { Sheet } from './workbook.ts';
import type { SheetAnswer } from './worker.ts';

/** Maximum time in ms for reading a workbook. */
const TIMEOUT_MS = 30_000;
/** First two bytes of a zip file (xlsx). */
const ZIP_SIGNATURE = 0x504b;

/** Reads the sheets of a workbook in a worker. Throws FILE_UNREADABLE if it is damaged, too large or takes too long. */
export async function readSheets(content: Blob): Promise<Sheet[]> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  if (bytes.length > 1 && ((bytes[0] << 8) | bytes[1]) === ZIP_SIGNATURE) await checkZip(bytes);
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let timer = 0;
  try {
    return await new Promise<Sheet[]>((resolve, reject) => {
      const rejectAsDamaged = (): void => reject(createUnreadableError('文件已损坏或不是 Excel 表格，请下载后查看'));
      timer = window.setTimeout(
        () => reject(createUnreadableError('表格过大，打开用时过长，请下载后查看')),
        TIMEOUT_MS,
      );
      worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => {
        if (data.ok && data.sheets.length > 0) resolve(data.sheets);
        else rejectAsDamaged();
      };
      worker.onerror = rejectAsDamaged;
      worker.postMessage(bytes.buffer, [bytes.buffer]);
    });
  } finally {
    window.clearTimeout(timer);
    worker.terminate();
  }
}
