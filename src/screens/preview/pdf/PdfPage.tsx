import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';

/** Ratio of height to width of A4, used until the page is loaded. */
const A4_RATIO = 1.414;
/** Maximum device pixels per CSS pixel, to limit memory. */
const MAX_DENSITY = 2;

/** One page of a PDF. Rendered near the viewport; far from the viewport, its canvas is removed. */
export function PdfPage({ document, number, width }: { document: PDFDocumentProxy; number: number; width: number }) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [ratio, setRatio] = useState(A4_RATIO);
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
      const { width: naturalWidth, height } = page.getViewport({ scale: 1 });
      const element = canvas.current;
      if (!isCurrent || !element) return;
      setRatio(height / naturalWidth);
      const density = Math.min(window.devicePixelRatio || 1, MAX_DENSITY);
      const viewport = page.getViewport({ scale: (width / naturalWidth) * density });
      element.width = Math.floor(viewport.width);
      element.height = Math.floor(viewport.height);
      task = page.render({ canvas: element, viewport });
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
