import { useState } from 'react';
import { Button, Popconfirm } from 'antd';
import { DeleteOutlined, DownloadOutlined, EyeOutlined } from '@ant-design/icons';
import { isForeignFile } from '../../domain/fileValue.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { openFile, openingOf } from './fileOpening.ts';
import { PictureDialog } from './PictureDialog.tsx';
import { sizeText } from './sizeText.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** antd passes data attributes to the button, but its types do not list them. */
const CONFIRM_PROPS = { danger: true, 'data-action': 'confirm-remove-file' } as const;

interface Props {
  file: FileRecord;
  isPicture: boolean;
  /** The form is read-only, so office documents may be previewed (PV-002). */
  isReadOnly: boolean;
  /** Absent if the file may not be removed. */
  onRemove?(): void;
}

/** An uploaded file with 预览, 下载, 删除. An unknown or not permitted file shows only its name. */
export function FileRow({ file, isPicture, isReadOnly, onRemove }: Props) {
  const services = useServices();
  const [isShown, setShown] = useState(false);
  const isKnown = file.fileExt !== '' || file.url !== '';
  const opening = openingOf(services, file, isReadOnly);
  const open = isPicture && services.files.content && !isForeignFile(file.id) ? () => setShown(true) : opening.open;
  const isPreview = opening.action === 'preview';
  return (
    <li data-file={file.id}>
      {isPicture && <Thumbnail file={file} />}
      <button
        type="button"
        className="sf-link sf-file-name"
        disabled={!isKnown}
        onClick={open}
        title={opening.reason ? `${file.fileName}（${opening.reason}）` : file.fileName}
      >
        {file.fileName}
      </button>
      {file.size !== undefined && <small>{sizeText(file.size)}</small>}
      <span className="sf-file-tools">
        {isKnown && isPreview && (
          <Button
            type="text"
            size="small"
            icon={<EyeOutlined />}
            aria-label={`预览 ${file.fileName}`}
            title="预览"
            data-action="preview-file"
            onClick={open}
          />
        )}
        {isKnown && !isForeignFile(file.id) && (
          <Button
            type="text"
            size="small"
            icon={<DownloadOutlined />}
            aria-label={`下载 ${file.fileName}`}
            title={opening.reason ?? '下载'}
            data-action="download-file"
            onClick={() => openFile(services, file, 'download')}
          />
        )}
        {onRemove && (
          <Popconfirm
            title="删除此附件？"
            okText="删除"
            cancelText="取消"
            okButtonProps={CONFIRM_PROPS}
            onConfirm={onRemove}
          >
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`删除 ${file.fileName}`}
              title="删除"
              data-action="remove-file"
            />
          </Popconfirm>
        )}
      </span>
      {isShown && <PictureDialog pictures={[file]} onClose={() => setShown(false)} />}
    </li>
  );
}
