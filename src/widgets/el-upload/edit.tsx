import { useLayoutEffect, useRef, useState } from 'react';
import { Button, Progress } from 'antd';
import { CloseOutlined, EyeOutlined, PlusOutlined, ReloadOutlined, UploadOutlined } from '@ant-design/icons';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { EditProps } from '../../runtime/faces.ts';
import { failureText, notice } from '../../runtime/notice.ts';
import type { FileRecord } from '../../runtime/services.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { asIds } from '../shared/values.ts';
import { admit, uploadLimits } from './limits.ts';
import { PictureDialog } from './pictureDialog.tsx';
import { sizeText } from './sizeText.ts';
import { Thumbnail } from './thumbnail.tsx';
import { useFiles } from './useFiles.ts';
import { useUploads, type PendingUpload } from './useUploads.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-upload'];

/** FL-004, FL-005: an upload adds its id to the value, a deletion takes it out; the file itself stays on the server. */
export function Edit({ id, node, value, onChange, disabled, describedBy, isCell, invalid }: EditProps<Node>) {
  const ids = asIds(value);
  const current = useRef(ids);
  useLayoutEffect(() => { current.current = ids; });
  const limits = uploadLimits(node);
  const { files, status, retry } = useFiles(ids);
  const emit = (next: readonly string[]): void => {
    // several uploads may end before the next render: each must see the ids of the others
    current.current = [...next];
    onChange(next.join(','));
  };
  const uploads = useUploads((file) => emit([...current.current, file.id]));
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (picked: readonly File[]): void => {
    const { accepted, warnings } = admit(isCell ? picked.slice(0, 1) : picked, ids.length + uploads.pending.length, node);
    for (const text of warnings) notice('warning', text);
    uploads.add(accepted);
  };
  const isCard = node['list-type'] === 'picture-card';
  const isFull = ids.length + uploads.pending.length >= limits.maxCount;
  const pick = (): void => input.current?.click();
  return (
    // dropping files is a shortcut beside the button, which the keyboard reaches
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className={isOver ? 'sf-group sf-upload sf-upload-over' : 'sf-group sf-upload'}
      {...groupAriaOf({ id, node, invalid, describedBy, isCell })}
      onDragOver={(event) => { event.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => { event.preventDefault(); setOver(false); if (!disabled) take([...event.dataTransfer.files]); }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={node.label ?? '选择文件'}
        accept={limits.accept}
        multiple={node.multiple !== false && !isCell && limits.maxCount > 1}
        onChange={(event) => { take([...event.target.files ?? []]); event.target.value = ''; }}
      />
      {status === 'error' && <div role="alert">附件信息加载失败<button type="button" className="sf-link" onClick={retry}>重试</button></div>}
      <ul className={isCard ? 'sf-files sf-file-cards' : 'sf-files'}>
        {files.map((file) => <Done key={file.id} file={file} isPicture={limits.isPicture} onRemove={disabled ? undefined : () => emit(ids.filter((other) => other !== file.id))} />)}
        {uploads.pending.map((item) => <Pending key={item.key} item={item} isPicture={limits.isPicture} onRetry={() => { void uploads.retry(item.key); }} onDrop={() => uploads.drop(item.key)} />)}
        {isCard && !isFull && <li><button type="button" id={id} className="sf-file-add" data-action="upload" disabled={disabled} onClick={pick}><PlusOutlined /><span>{node.buttonText ?? '上传图片'}</span></button></li>}
      </ul>
      {!isCard && <Button id={id} size={isCell ? 'small' : 'middle'} icon={<UploadOutlined />} data-action="upload" disabled={disabled} onClick={pick}>{node.buttonText ?? '选择文件'}</Button>}
      {node.showTip !== false && !isCell && <div className="sf-help">{`支持${limits.typeNames}格式，单个不超过 ${limits.maxSizeText}，最多 ${limits.maxCount} 个`}</div>}
    </fieldset>
  );
}

function Done({ file, isPicture, onRemove }: { file: FileRecord; isPicture: boolean; onRemove?(): void }) {
  const services = useServices();
  const [isShown, setShown] = useState(false);
  const open = (): void => {
    if (isPicture && services.files.content) { setShown(true); return; }
    services.files.open(file, 'preview').catch((error: unknown) => notice('error', failureText(error)));
  };
  return (
    <li data-file={file.id}>
      {isPicture && <Thumbnail file={file} />}
      <button type="button" className="sf-link sf-file-name" onClick={open} title={file.fileName}>{file.fileName}</button>
      {file.size !== undefined && <small>{sizeText(file.size)}</small>}
      <span className="sf-file-tools">
        <Button type="text" size="small" icon={<EyeOutlined />} aria-label={`查看 ${file.fileName}`} onClick={open} />
        {onRemove && <Button type="text" size="small" icon={<CloseOutlined />} aria-label={`删除 ${file.fileName}`} data-action="remove-file" onClick={onRemove} />}
      </span>
      {isShown && <PictureDialog file={file} onClose={() => setShown(false)} />}
    </li>
  );
}

function Pending({ item, isPicture, onRetry, onDrop }: { item: PendingUpload; isPicture: boolean; onRetry(): void; onDrop(): void }) {
  if (item.failure === undefined) {
    return (
      <li className="sf-file-pending">
        <span className="sf-file-name">{item.name}</span>
        <output className="sf-file-progress">正在上传文件，请稍候<Progress percent={item.percent} size="small" aria-label={`${item.name} 上传进度`} /></output>
      </li>
    );
  }
  return (
    <li className="sf-file-failed" role="alert">
      <span className="sf-file-name">{`${item.name}：${isPicture ? '上传图片失败' : '上传文件失败'}，${item.failure}`}</span>
      <Button type="text" size="small" icon={<ReloadOutlined />} onClick={onRetry}>重试</Button>
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label={`移除 ${item.name}`} onClick={onDrop} />
    </li>
  );
}
