import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Spin, Table, Upload } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { SystemAction } from './rows.ts';

/** Answer to a check or an import: numbers of rows, and the invalid rows with reasons. */
interface Outcome {
  total: number;
  /** Number of valid rows: those that can be imported or, after the import, were imported. */
  good: number;
  /** Of the valid rows, the number of new people; `changed`: the number of people who existed before. */
  added?: number;
  changed?: number;
  /** The first invalid rows; `badCount`: the number of all of them. */
  bad: { row: number; name: string; message: string }[];
  badCount: number;
  notes?: string[];
  /** Passwords of new users; the server returns them only once. */
  passwords?: { username: string; name: string; password: string }[];
}

interface Props {
  /** The action of the list page; its `importer` has the addresses of the calls. */
  action: SystemAction;
  onClose(): void;
  /** Called after rows have been stored. */
  onDone(): void;
}

/** Import of a spreadsheet in two steps: the server checks the file, and stores rows after the user has confirmed. */
export function CheckedImport({ action, onClose, onDone }: Props) {
  useReturnedFocus();
  const { system } = useServices();
  const { importer } = action;
  const [file, setFile] = useState<File | null>(null);
  const [checkOutcome, setCheckOutcome] = useState<Outcome | null>(null);
  const [importOutcome, setImportOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** True while rows are stored. Then the dialog stays open: the answer may contain passwords, shown only once. */
  const [isStoring, setStoring] = useState(false);
  const [arePasswordsSaved, setPasswordsSaved] = useState(false);
  const { confirm } = useFeedback();
  const [failure, setFailure] = useState<unknown>(null);
  if (!importer) return null;
  const runCall = async (call: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await call();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const check = (newFile: File): Promise<void> =>
    runCall(async () => {
      setFile(newFile);
      setCheckOutcome((await system.upload(importer.checkUrl, newFile)) as Outcome);
    });
  const importRows = async (): Promise<void> => {
    setStoring(true);
    await runCall(async () => {
      if (!file) return;
      setImportOutcome((await system.upload(importer.runUrl, file)) as Outcome);
      onDone();
    });
    setStoring(false);
  };
  const downloadPasswords = (): Promise<void> =>
    runCall(async () => {
      await savePasswords(importOutcome?.passwords ?? []);
      setPasswordsSaved(true);
    });
  const close = (): void => {
    if (isStoring) return;
    if (!importOutcome?.passwords?.length || arePasswordsSaved) onClose();
    else
      confirm({
        title: '一次性密码还没有下载，关闭后不再显示，确定关闭吗？',
        okText: '关闭',
        isDanger: true,
        onOk: onClose,
      });
  };
  const outcome = importOutcome ?? checkOutcome;
  return (
    <Modal
      open
      title={action.title ?? action.label}
      width="min(720px, 96vw)"
      onCancel={close}
      closable={!isStoring}
      keyboard={!isStoring}
      maskClosable={false}
      footer={[
        <Button
          key="template"
          onClick={() => void runCall(() => system.download(importer.templateUrl, {}, importer.templateName))}
          data-action="template"
        >
          下载模板
        </Button>,
        ...(checkOutcome && !importOutcome
          ? [
              <Button key="again" disabled={isStoring} onClick={() => setCheckOutcome(null)} data-action="choose-again">
                重新选择
              </Button>,
              <Button
                key="run"
                type="primary"
                loading={isBusy}
                disabled={checkOutcome.good === 0}
                onClick={() => void importRows()}
                data-action="run-import"
              >
                导入 {checkOutcome.good} 行
              </Button>,
            ]
          : [
              <Button key="close" type={importOutcome ? 'primary' : 'default'} onClick={close} data-action="close">
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
            beforeUpload={(newFile) => {
              void check(newFile);
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
          <ImportOutcome
            outcome={outcome}
            isDone={importOutcome !== null}
            onDownloadPasswords={() => void downloadPasswords()}
          />
        )}
      </Spin>
      {outcome && outcome.badCount > 0 && file && importer.failedUrl !== undefined ? (
        <Button
          onClick={() =>
            void runCall(async () => {
              await system.uploadAndSaveAnswer(importer.failedUrl ?? '', file, `有误的行-${file.name}`);
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

/** Saves the new passwords as a workbook. All cells are texts, so that no value is read as a formula. */
async function savePasswords(passwords: NonNullable<Outcome['passwords']>): Promise<void> {
  const { saveBook } = await import('../../widgets/subTable/data/book.ts');
  const rows = passwords.map(({ username, name, password }) => [username, name, password]);
  await saveBook('一次性密码', [
    { name: '一次性密码', rows: [['用户名', '姓名', '一次性密码'], ...rows], widths: [20, 16, 24] },
  ]);
}

interface OutcomeProps {
  outcome: Outcome;
  isDone: boolean;
  onDownloadPasswords(): void;
}

function ImportOutcome({ outcome, isDone, onDownloadPasswords }: OutcomeProps) {
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
            <Button size="small" onClick={onDownloadPasswords} data-action="passwords">
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
