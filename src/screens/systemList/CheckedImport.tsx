import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Spin, Table, Upload } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { messageOf } from '../shared/messages.ts';
import type { SystemAction } from './rows.ts';

/** What a check or an import answers: how many rows are good, and which are not and why. */
interface Outcome {
  total: number;
  good: number;
  added?: number;
  changed?: number;
  bad: { row: number; name: string; message: string }[];
  badCount: number;
  notes?: string[];
  /** Of new people: told once. */
  passwords?: { username: string; name: string; password: string }[];
}

interface Props {
  action: SystemAction;
  onClose(): void;
  onDone(): void;
}

/** Takes rows of a spreadsheet in: a file is checked first, nothing is stored until that was seen. */
export function CheckedImport({ action, onClose, onDone }: Props) {
  useReturnedFocus();
  const { system } = useServices();
  const { importer } = action;
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<Outcome | null>(null);
  const [done, setDone] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  if (!importer) return null;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const check = (given: File): Promise<void> =>
    attempt(async () => {
      setFile(given);
      setChecked((await system.upload(importer.checkUrl, given)) as Outcome);
    });
  const run = (): Promise<void> =>
    attempt(async () => {
      if (!file) return;
      setDone((await system.upload(importer.runUrl, file)) as Outcome);
      onDone();
    });
  const outcome = done ?? checked;
  return (
    <Modal
      open
      title={action.title ?? action.label}
      width="min(720px, 96vw)"
      onCancel={onClose}
      maskClosable={false}
      footer={[
        <Button
          key="template"
          onClick={() => void attempt(() => system.download(importer.templateUrl, {}, importer.templateName))}
          data-action="template"
        >
          下载模板
        </Button>,
        ...(checked && !done
          ? [
              <Button key="again" onClick={() => setChecked(null)} data-action="choose-again">
                重新选择
              </Button>,
              <Button
                key="run"
                type="primary"
                loading={isBusy}
                disabled={checked.good === 0}
                onClick={() => void run()}
                data-action="run-import"
              >
                导入 {checked.good} 行
              </Button>,
            ]
          : [
              <Button key="close" type={done ? 'primary' : 'default'} onClick={onClose} data-action="close">
                关闭
              </Button>,
            ]),
      ]}
    >
      {importer.note ? <p className="sc-note sl-note">{importer.note}</p> : null}
      {failure ? (
        <Alert type="error" showIcon role="alert" message={messageOf(failure)} className="sl-failure" />
      ) : null}
      <Spin spinning={isBusy}>
        {outcome === null ? (
          <Upload.Dragger
            accept=".xlsx"
            maxCount={1}
            showUploadList={false}
            beforeUpload={(given) => {
              void check(given);
              return false;
            }}
          >
            <p className="ant-upload-drag-icon">
              <InboxOutlined />
            </p>
            <p className="ant-upload-text">点击或拖入 .xlsx 文件</p>
            <p className="ant-upload-hint">先检查，确认后才会保存</p>
          </Upload.Dragger>
        ) : (
          <ImportOutcome outcome={outcome} isDone={done !== null} />
        )}
      </Spin>
      {outcome && outcome.badCount > 0 && file && importer.failedUrl !== undefined ? (
        <Button
          onClick={() =>
            void attempt(async () => {
              await system.downloadWith(importer.failedUrl ?? '', file, `有误的行-${file.name}`);
            })
          }
          data-action="failed-rows"
        >
          下载有误的行
        </Button>
      ) : null}
    </Modal>
  );
}

/** The new passwords as a workbook: its cells are texts, never formulas. */
async function savePasswords(passwords: NonNullable<Outcome['passwords']>): Promise<void> {
  const { saveBook } = await import('../../widgets/subTable/data/book.ts');
  const rows = passwords.map(({ username, name, password }) => [username, name, password]);
  await saveBook('一次性密码', [
    { name: '一次性密码', rows: [['用户名', '姓名', '一次性密码'], ...rows], widths: [20, 16, 24] },
  ]);
}

function ImportOutcome({ outcome, isDone }: { outcome: Outcome; isDone: boolean }) {
  const { total, good, added = 0, changed = 0, bad, badCount, notes = [] } = outcome;
  const text = isDone
    ? `已导入 ${good} 行：新增 ${added} 人，更新 ${changed} 人${badCount > 0 ? `，${badCount} 行有误未导入` : ''}`
    : `共 ${total} 行，${good} 行可以导入（新增 ${added}，更新 ${changed}）${badCount > 0 ? `，${badCount} 行有误` : ''}`;
  return (
    <>
      <Alert type={badCount > 0 ? 'warning' : 'success'} showIcon message={text} className="sl-failure" data-outcome />
      {notes.map((note) => (
        <p key={note} className="sc-note">
          {note}
        </p>
      ))}
      {isDone && outcome.passwords && outcome.passwords.length > 0 ? (
        <Alert
          type="info"
          showIcon
          className="sl-failure"
          message="新用户的一次性密码只能在此下载，关闭后不再显示"
          action={
            <Button size="small" onClick={() => void savePasswords(outcome.passwords ?? [])} data-action="passwords">
              下载密码
            </Button>
          }
        />
      ) : null}
      {bad.length > 0 ? (
        <Table
          size="small"
          rowKey="row"
          dataSource={bad}
          pagination={false}
          scroll={{ y: 260 }}
          columns={[
            { title: '行', dataIndex: 'row', width: 70 },
            { title: '姓名', dataIndex: 'name', width: 120, ellipsis: true },
            { title: '原因', dataIndex: 'message' },
          ]}
        />
      ) : null}
    </>
  );
}
