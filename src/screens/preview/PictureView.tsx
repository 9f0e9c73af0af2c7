import { useEffect, useRef } from 'react';
import { createUnreadableError } from './unreadableError.ts';

/** A picture file. */
export function PictureView({ content, name, onFail }: { content: Blob; name: string; onFail(error: unknown): void }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(content);
    if (image.current) image.current.src = objectUrl;
    return () => URL.revokeObjectURL(objectUrl);
  }, [content]);
  return (
    <div className="pv-picture" data-preview="picture">
      <img ref={image} alt={name} onError={() => onFail(createUnreadableError('图片已损坏，请下载后查看'))} />
    </div>
  );
}
