import { useRef } from 'react';
import { FileImageOutlined } from '@ant-design/icons';
import { useNearViewport } from '../../runtime/node/nearViewport.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { usePicture } from './usePicture.ts';

/** A small picture of a file, loaded when it comes near the visible area. */
export function Thumbnail({ file }: { file: FileRecord }) {
  const frame = useRef<HTMLSpanElement>(null);
  const [isNear] = useNearViewport(frame, false);
  const { address } = usePicture(file, isNear);
  return (
    <span ref={frame} className="sf-thumbnail">
      {address === null ? <FileImageOutlined /> : <img src={address} alt={file.fileName} />}
    </span>
  );
}
