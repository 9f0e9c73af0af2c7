import { Dialog } from '../../runtime/host/Dialog.tsx';
import type { FileRecord } from '../../runtime/services/files.ts';
import { usePicture } from './usePicture.ts';

/** FL-022: the picture in a dialog of 800 px. */
export function PictureDialog({ file, onClose }: { file: FileRecord; onClose(): void }) {
  const { address, hasFailed, retry } = usePicture(file);
  return (
    <Dialog title={file.fileName} isOpen onClose={onClose} width={800}>
      {hasFailed ? (
        <div role="alert">
          图片加载失败
          <button type="button" className="sf-link" onClick={retry}>
            重试
          </button>
        </div>
      ) : address === null ? (
        <output>正在加载图片…</output>
      ) : (
        <img src={address} alt={file.fileName} style={{ maxWidth: '100%', display: 'block', margin: '0 auto' }} />
      )}
    </Dialog>
  );
}
