import { FileImageOutlined } from '@ant-design/icons';
import type { FileRecord } from '../../runtime/services/files.ts';
import { usePicture } from './usePicture.ts';

export function Thumbnail({ file }: { file: FileRecord }) {
  const { address } = usePicture(file);
  return address === null ? (
    <FileImageOutlined className="sf-thumbnail" />
  ) : (
    <img className="sf-thumbnail" src={address} alt={file.fileName} />
  );
}
