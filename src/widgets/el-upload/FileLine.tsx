import type { ReactNode } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { openingOf } from './fileOpening.ts';
import { SaveFileButton } from './SaveFileButton.tsx';
import { sizeText } from './sizeText.ts';

interface Props {
  file: FileRecord;
  /** A small picture of the file, shown before its name. */
  picture?: ReactNode;
  /** Replaces the usual way to open the file. */
  onOpen?(): void;
}

/**
 * A read-only file: its name, which opens the file; its size; and the button 下载, if a click on the name opens a preview
 * and the file is not on another server.
 */
export function FileLine({ file, picture, onOpen }: Props) {
  const services = useServices();
  const opening = openingOf(services, file, true);
  const isPreview = onOpen !== undefined || opening.action === 'preview';
  return (
    <li data-file={file.id}>
      {picture}
      <button
        type="button"
        className="sf-link sf-file-name"
        disabled={file.url === '' && file.fileExt === ''}
        title={opening.reason}
        data-action={isPreview ? 'preview-file' : 'download-file'}
        onClick={onOpen ?? opening.open}
      >
        {file.fileName}
      </button>
      {file.size !== undefined && <small>{sizeText(file.size)}</small>}
      {isPreview && file.url !== file.id && <SaveFileButton file={file} />}
    </li>
  );
}
