import type { PDFDocumentProxy } from 'pdfjs-dist';
import { createUnreadableError } from '../unreadableError.ts';

/** Folder of the character maps and fonts that PDFs may need, copied by the build (codegen/pdfFiles.ts). */
const ASSETS_PATH = 'assets/pdf';

interface OpenedPdf {
  document: PDFDocumentProxy;
  close(): void;
}

/**
 * Opens a PDF for rendering. The reader and its worker are loaded on first use; scripts in the file are not run. Throws
 * FILE_UNREADABLE if the file is damaged or protected by a password.
 */
export async function openPdf(content: Blob): Promise<OpenedPdf> {
  const [pdfjs, { default: workerAddress }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;
  const base = new URL(ASSETS_PATH, document.baseURI).href;
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
    throw createUnreadableError(
      (error as Error).name === 'PasswordException'
        ? '文件有密码保护，请下载后查看'
        : '文件已损坏或不是 PDF，请下载后查看',
    );
  }
}
