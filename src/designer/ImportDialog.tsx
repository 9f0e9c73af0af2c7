import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Space, Upload } from 'antd';
import { useState } from 'react';
import { useRegistry } from '../runtime/contexts.ts';
import { messageOf } from '../screens/shared/messages.ts';
import { useFeedback } from '../screens/shared/useFeedback.ts';
import { checkText } from './checkText.ts';
import { locate, type LocatedProblem } from './located.ts';
import { ProblemList } from './ProblemList.tsx';

interface Report { name: string; text: string; problems: readonly LocatedProblem[]; total: number; canonical: string | null; count: number }
interface Props { formKey: string; formName: string; onClose(): void; onTake(text: string): void }

/** Bytes; the server takes no larger document. */
const LIMIT = 5 * 1024 * 1024;

/** Takes over a file of a form generator: what was found in it, and whether to convert it into the canonical form. */
export function ImportDialog({ formKey, formName, onClose, onTake }: Props) {
  const vocabulary = useRegistry();
  const { message } = useFeedback();
  const [report, setReport] = useState<Report | null>(null);

  const read = async (file: File): Promise<void> => {
    try {
      if (file.size > LIMIT) throw new RangeError();
      const text = (await file.text()).replace(/^\uFEFF/, '');
      const { problems, definition } = checkText(text, vocabulary, { formKey, formName });
      // The file's own key and name belong to where it came from; here it becomes this form.
      const canonical = definition ? JSON.stringify({ ...definition, formKey, formName }, null, 2) : null;
      setReport({ name: file.name, text, problems: locate(text, problems), total: problems.length, canonical, count: definition?.fields.length ?? 0 });
    } catch (error) {
      message.error(error instanceof RangeError ? '文件超过 5 MB，不能导入' : messageOf(error));
    }
  };

  return (
    <Modal
      open width="min(760px, 96vw)" title="导入表单定义" onCancel={onClose}
      footer={report ? (
        <Space wrap>
          <Button onClick={() => setReport(null)}>重新选择</Button>
          <Button onClick={() => onTake(report.text)}>按原文载入</Button>
          <Button type="primary" disabled={report.canonical === null} onClick={() => { if (report.canonical !== null) onTake(report.canonical); }} data-action="convert">转换为规范格式并载入</Button>
        </Space>
      ) : null}
    >
      {report ? (
        <>
          <Alert
            showIcon type={report.canonical === null ? 'error' : report.total > 0 ? 'warning' : 'success'}
            message={report.canonical === null ? `“${report.name}”无法识别为表单定义` : `“${report.name}”：识别出 ${report.count} 个顶层节点`}
            description={report.total > 0 ? '以下内容需要留意；转换时已按说明处理，载入后可继续修改。' : null}
          />
          <div className="ds-report"><ProblemList problems={report.problems} total={report.total} isChecking={false} onGo={() => undefined} /></div>
        </>
      ) : (
        <Upload.Dragger accept=".json,application/json,.txt" maxCount={1} showUploadList={false} beforeUpload={(file) => { void read(file); return false; }}>
          <p className="ant-upload-drag-icon"><InboxOutlined /></p>
          <p>点击选择或拖入表单生成器导出的 JSON 文件</p>
        </Upload.Dragger>
      )}
    </Modal>
  );
}
