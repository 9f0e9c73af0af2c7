import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';

/** Height to width of A4, until the page says its own. */
const A4 = 1.414;
/** More dots than this for each pixel are not seen, but cost memory. */
const MAX_DENSITY = 2;

/** One page, drawn when it comes near the window and given back when it is far. */
export function PdfPage({ document, number, width }: { document: PDFDocumentProxy; number: number; width: number }) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [ratio, setRatio] = useState(A4);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!frame.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '800px 0px',
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return undefined;
    let isCurrent = true;
    let task: RenderTask | null = null;
    const draw = async (): Promise<void> => {
      const page = await document.getPage(number);
      const { width: own, height } = page.getViewport({ scale: 1 });
      const paper = canvas.current;
      if (!isCurrent || !paper) return;
      setRatio(height / own);
      const density = Math.min(window.devicePixelRatio || 1, MAX_DENSITY);
      const viewport = page.getViewport({ scale: (width / own) * density });
      paper.width = Math.floor(viewport.width);
      paper.height = Math.floor(viewport.height);
      task = page.render({ canvas: paper, viewport });
      await task.promise;
    };
    draw().catch((error: unknown) => {
      if (isCurrent && (error as Error).name !== 'RenderingCancelledException') setFailed(true);
    });
    return () => {
      isCurrent = false;
      task?.cancel();
    };
  }, [document, number, width, isNear]);
  return (
    <figure
      ref={frame}
      aria-label={`第 ${number} 页`}
      className="pv-pdf-page"
      data-page={number}
      style={{ width, height: Math.round(width * ratio) }}
    >
      {hasFailed ? <p role="alert">{`第 ${number} 页无法显示，请下载后查看`}</p> : isNear && <canvas ref={canvas} />}
    </figure>
  );
}
