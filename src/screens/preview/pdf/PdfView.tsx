import { useEffect, useRef, useState } from 'react';
import { Button, Space } from 'antd';
import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { PreviewLoading } from '../PreviewLoading.tsx';
import { openPdf } from './openPdf.ts';
import { PdfPage } from './PdfPage.tsx';

/** Maximum width of a page at zoom 1, in pixels. */
const MAX_PAGE_WIDTH = 980;
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** The pages of a PDF in the available width, with zoom. A page is rendered when it is near the viewport. */
export function PdfView({ content, name, onFail }: { content: Blob; name: string; onFail(error: unknown): void }) {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [zoom, setZoom] = useState(1);
  const [width, setWidth] = useState(0);
  const pages = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let close: (() => void) | null = null;
    let isCurrent = true;
    openPdf(content).then(
      (opened) => {
        close = opened.close;
        if (isCurrent) setDocument(opened.document);
        else opened.close();
      },
      (error: unknown) => {
        if (isCurrent) onFail(error);
      },
    );
    return () => {
      isCurrent = false;
      setDocument(null);
      close?.();
    };
  }, [content, onFail]);
  useEffect(() => {
    if (!document || !pages.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      // a hidden page has no width; its pages stay, to keep the scroll position until it is shown again
      if (next > 0) setWidth(next);
    });
    observer.observe(pages.current);
    return () => observer.disconnect();
  }, [document]);
  if (!document) return <PreviewLoading />;
  const step = (direction: 1 | -1): void =>
    setZoom(ZOOMS[Math.min(Math.max(ZOOMS.indexOf(zoom) + direction, 0), ZOOMS.length - 1)]);
  return (
    <div className="pv-pdf" data-preview="pdf">
      <Space className="pv-pdf-tools">
        <span>{`共 ${document.numPages} 页`}</span>
        <Button
          size="small"
          icon={<ZoomOutOutlined />}
          aria-label="缩小"
          title="缩小"
          disabled={zoom === ZOOMS[0]}
          data-action="zoom-out"
          onClick={() => step(-1)}
        />
        <Button
          size="small"
          aria-label="适合宽度"
          data-action="zoom-fit"
          onClick={() => setZoom(1)}
        >{`${Math.round(zoom * 100)}%`}</Button>
        <Button
          size="small"
          icon={<ZoomInOutlined />}
          aria-label="放大"
          title="放大"
          disabled={zoom === ZOOMS.at(-1)}
          data-action="zoom-in"
          onClick={() => step(1)}
        />
      </Space>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the pages scrollable by keyboard */}
      <section ref={pages} className="pv-pdf-pages" aria-label={name} tabIndex={0}>
        {width > 0 &&
          Array.from({ length: document.numPages }, (_none, index) => (
            <PdfPage
              key={index}
              document={document}
              number={index + 1}
              width={Math.round(Math.min(width, MAX_PAGE_WIDTH) * zoom)}
            />
          ))}
      </section>
    </div>
  );
}
