import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, List, Modal, Progress, Upload } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { ImportProgress } from '../../runtime/services/records.ts';
import { messageOf } from '../shared/messages.ts';
import { useImport } from './useImport.ts';

interface Props {
  formKey: string;
  title: string;
  onClose(): void;
}

const outcome = ({
  state,
  message,
  saved,
  refused,
}: ImportProgress): { type: 'success' | 'warning' | 'error'; text: string } => {
  const counts = `已导入 ${saved} 行${refused > 0 ? `，${refused} 行未导入` : ''}`;
  if (state === 'failed') return { type: 'error', text: `${message}${saved > 0 ? `（${counts}）` : ''}` };
  return {
    type: refused > 0 || message !== '' ? 'warning' : 'success',
    text: message === '' ? counts : `${counts}。${message}`,
  };
};

/** Takes a spreadsheet's rows in as records: choose a file, see how far it is, and which rows were not taken and why. Goes on when it is closed. */
export function ImportDialog({ formKey, title, onClose }: Props) {
  useReturnedFocus();
  const { progress, error, isSending, begin } = useImport(formKey);
  const [fileName, setFileName] = useState('');
  const isRunning = isSending || progress?.state === 'running';
  const isOver = progress !== null && progress.state !== 'running';
  const result = isOver ? outcome(progress) : null;
  const percent = Math.floor((progress?.share ?? 0) * 100);
  return (
    <Modal
      open
      title={`导入${title}`}
      onCancel={onClose}
      maskClosable={false}
      destroyOnHidden
      footer={
        <Button onClick={onClose} data-action="close">
          {isRunning ? '后台继续' : '关闭'}
        </Button>
      }
    >
      {progress === null && !isSending ? (
        <Upload.Dragger
          accept=".xlsx"
          maxCount={1}
          showUploadList={false}
          beforeUpload={(file) => {
            setFileName(file.name);
            void begin(file);
            return false;
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined />
          </p>
          <p className="ant-upload-text">点击或拖入 .xlsx 文件</p>
          <p className="ant-upload-hint">首行为表头，列名与表单字段一致；先点“导出”可得到带表头的文件</p>
        </Upload.Dragger>
      ) : null}
      {error === null ? null : <Alert type="error" showIcon message={messageOf(error)} />}
      {isRunning ? (
        <div aria-live="polite">
          <p>{isSending ? `正在上传 ${fileName}` : `正在导入 ${fileName}，已导入 ${progress?.saved ?? 0} 行`}</p>
          <Progress percent={percent} status="active" aria-label="导入进度" />
        </div>
      ) : null}
      {result ? <Alert type={result.type} showIcon message={result.text} /> : null}
      {isOver && progress.bad.length > 0 ? (
        <List
          size="small"
          header={`未导入的行${progress.refused > progress.bad.length ? `（前 ${progress.bad.length} 行）` : ''}`}
          dataSource={progress.bad}
          style={{ maxHeight: 280, overflow: 'auto' }}
          renderItem={({ row, message }) => (
            <List.Item>
              第 {row} 行：{message}
            </List.Item>
          )}
        />
      ) : null}
    </Modal>
  );
}
