import { useEffect, useRef } from 'react';
import { unreadable } from './unreadable.ts';

export function PictureView({ content, name, onFail }: { content: Blob; name: string; onFail(error: unknown): void }) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    if (picture.current) picture.current.src = made;
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return (
    <div className="pv-picture" data-preview="picture">
      <img ref={picture} alt={name} onError={() => onFail(unreadable('图片已损坏，请下载后查看'))} />
    </div>
  );
}
