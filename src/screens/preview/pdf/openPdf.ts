import type { PDFDocumentProxy } from 'pdfjs-dist';
import { unreadable } from '../unreadable.ts';

/** Character maps and fonts that a PDF may leave to its reader; the build puts them beside the page (codegen/pdfFiles.ts). */
const PARTS = 'assets/pdf';

interface OpenPdf {
  document: PDFDocumentProxy;
  close(): void;
}

/**
 * Opens a PDF for drawing. The reader's code and its worker come when first needed; nothing in the file is evaluated.
 * Refuses with FILE_UNREADABLE what is broken or locked by a password.
 */
export async function openPdf(content: Blob): Promise<OpenPdf> {
  const [pdfjs, { default: workerAddress }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;
  const base = new URL(PARTS, document.baseURI).href;
  const task = pdfjs.getDocument({
    data: await content.arrayBuffer(),
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    verbosity: 0,
    cMapUrl: `${base}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${base}/standard_fonts/`,
    wasmUrl: `${base}/wasm/`,
  });
  try {
    return {
      document: await task.promise,
      close: () => {
        void task.destroy();
      },
    };
  } catch (error) {
    void task.destroy();
    throw unreadable(
      (error as Error).name === 'PasswordException'
        ? '文件有密码保护，请下载后查看'
        : '文件已损坏或不是 PDF，请下载后查看',
    );
  }
}
