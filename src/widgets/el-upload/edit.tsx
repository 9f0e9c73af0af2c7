import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from 'antd';
import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { fileRefs } from '../../domain/fileValue.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { notice } from '../../runtime/host/notice.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { FileRow } from './FileRow.tsx';
import { acceptFiles, uploadLimits } from './limits.ts';
import { pastedFiles } from './pastedFiles.ts';
import { PendingRow } from './PendingRow.tsx';
import { useFiles } from './useFiles.ts';
import { useUploads } from './useUploads.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-upload'];

/**
 * FL-004, FL-005: an upload adds the file's id to the value, a deletion removes the id; the file itself stays on the
 * server. Files can be chosen with the button, dragged into the field, or pasted while the field has the focus.
 */
export function Edit({ id, node, value, onChange, disabled, describedBy, isCell, cell, invalid }: EditProps<Node>) {
  const services = useServices();
  const isReadOnly = useSituation().isEdit !== '1';
  const ids = fileRefs(value);
  const latestIds = useRef(ids);
  useLayoutEffect(() => {
    latestIds.current = ids;
  });
  const limits = uploadLimits(node, services.files.limit);
  const { files, status, retry } = useFiles(ids);
  const changeIds = (next: readonly string[]): void => {
    // an upload that ends before the next render must read the new ids
    latestIds.current = [...next];
    onChange(next.join(','));
  };
  const uploads = useUploads((uploadedFiles) => {
    // the sub-table cell may have been closed and its value changed while the files were uploaded
    const currentIds = cell === undefined ? latestIds.current : fileRefs(cell.value());
    changeIds([...currentIds, ...uploadedFiles.map((file) => file.id)]);
    notice('success', uploadedFiles.at(-1)?.message || '上传成功');
  }, cell?.id);
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const existingCount = ids.length + uploads.items.length;
  const uploadFiles = (pickedFiles: readonly File[]): void => {
    if (disabled || pickedFiles.length === 0) return;
    const filesToCheck = isCell ? pickedFiles.slice(0, 1) : pickedFiles;
    if (filesToCheck.length < pickedFiles.length)
      notice('warning', `单元格中一次只能上传一个文件，其余 ${pickedFiles.length - filesToCheck.length} 个未上传`);
    const { accepted, warnings } = acceptFiles(filesToCheck, existingCount, node, services.files.limit);
    for (const text of warnings) notice('warning', text);
    uploads.add(accepted);
  };
  const isCard = node['list-type'] === 'picture-card';
  const isFull = existingCount >= limits.maxCount;
  const openFileDialog = (): void => input.current?.click();
  return (
    // dropping and pasting are shortcuts; keyboard users have the button
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className={isDraggedOver ? 'sf-group sf-upload sf-upload-over' : 'sf-group sf-upload'}
      {...groupAriaOf({ id, node, invalid, describedBy, isCell })}
      aria-busy={uploads.pendingCount > 0}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled) setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        uploadFiles([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        const clipboardFiles = pastedFiles(event.clipboardData);
        if (clipboardFiles.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        uploadFiles(clipboardFiles);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={node.label ?? '上传附件'}
        accept={limits.accept}
        multiple={node.multiple !== false && !isCell && limits.maxCount > 1}
        onChange={(event) => {
          uploadFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {status === 'error' && (
        <div role="alert">
          附件信息加载失败
          <button type="button" className="sf-link" onClick={retry}>
            重试
          </button>
        </div>
      )}
      <ul className={isCard ? 'sf-files sf-file-cards' : 'sf-files'}>
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            isPicture={limits.isPicture}
            isReadOnly={isReadOnly}
            onRemove={disabled ? undefined : () => changeIds(ids.filter((other) => other !== file.id))}
          />
        ))}
        {uploads.items.map((item) => (
          <PendingRow
            key={item.key}
            item={item}
            isPicture={limits.isPicture}
            onRetry={() => uploads.retry(item.key)}
            onRemove={() => uploads.remove(item.key)}
          />
        ))}
        {isCard && !isFull && (
          <li>
            <button
              type="button"
              id={id}
              className="sf-file-add"
              data-action="upload"
              disabled={disabled}
              onClick={openFileDialog}
            >
              <PlusOutlined />
              <span>{node.buttonText ?? '上传图片'}</span>
            </button>
          </li>
        )}
      </ul>
      {/* FL-021: a picture field with the maximum number of pictures has no button */}
      {!isCard && !(limits.isPicture && isFull) && (
        <Button
          id={id}
          size={isCell ? 'small' : 'middle'}
          icon={<UploadOutlined />}
          data-action="upload"
          disabled={disabled}
          onClick={openFileDialog}
        >
          {node.buttonText ?? (limits.isPicture ? '上传图片' : '上传附件')}
        </Button>
      )}
      {node.showTip !== false && !isCell && (
        <div className="sf-help">{`支持 ${limits.typeNames} 格式，单个不超过 ${limits.maxSizeText}，最多 ${limits.maxCount} 个，可拖入或粘贴`}</div>
      )}
    </fieldset>
  );
}
