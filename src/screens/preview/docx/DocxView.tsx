import { useEffect, useRef, useState } from 'react';
import { PreviewLoading } from '../PreviewLoading.tsx';
import { renderDocx } from './renderDocx.ts';

/** The pages of a Word document. */
export function DocxView({ content, name, onFail }: { content: Blob; name: string; onFail(error: unknown): void }) {
  const host = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    renderDocx(host.current as HTMLElement, content).then(
      () => {
        if (isCurrent) setReady(true);
      },
      (error: unknown) => {
        if (isCurrent) onFail(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [content, onFail]);
  return (
    <>
      {!isReady && <PreviewLoading />}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes a long document scrollable by keyboard */}
      <section ref={host} className="pv-docx" aria-label={name} tabIndex={0} hidden={!isReady} data-preview="docx" />
    </>
  );
}
