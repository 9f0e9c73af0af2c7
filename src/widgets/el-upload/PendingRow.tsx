import { Button, Progress } from 'antd';
import { CloseOutlined, ReloadOutlined } from '@ant-design/icons';
import type { UploadItem } from './useUploads.ts';

interface Props {
  item: UploadItem;
  isPicture: boolean;
  onRetry(): void;
  onRemove(): void;
}

/** An upload with its progress and 取消, or a failed upload with its error and 重试 (FL-016, FL-017, FL-020). */
export function PendingRow({ item, isPicture, onRetry, onRemove }: Props) {
  const { name, state, percent, failure } = item;
  if (state === 'failed') {
    return (
      <li className="sf-file-failed" role="alert">
        <span className="sf-file-name">{`${name}：${isPicture ? '上传图片失败' : '上传文件失败'}，${failure ?? '请重试'}`}</span>
        <Button type="text" size="small" icon={<ReloadOutlined />} data-action="retry-upload" onClick={onRetry}>
          重试
        </Button>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={`移除 ${name}`}
          title="移除"
          data-action="drop-upload"
          onClick={onRemove}
        />
      </li>
    );
  }
  const statusText = { waiting: '等待上传', arrived: '已上传', sending: '正在上传文件，请稍候' }[state];
  return (
    <li className="sf-file-pending">
      <span className="sf-file-name" title={name}>
        {name}
      </span>
      <span className="sf-file-progress">
        <output>{statusText}</output>
        <Progress percent={percent} size="small" aria-label={`${name} 上传进度`} />
      </span>
      {state !== 'arrived' && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={`取消上传 ${name}`}
          title="取消上传"
          data-action="cancel-upload"
          onClick={onRemove}
        />
      )}
    </li>
  );
}
