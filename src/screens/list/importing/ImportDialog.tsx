import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Progress } from 'antd';
import { useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { ImportProgress } from '../../../runtime/services/records.ts';
import { messageOf } from '../../shared/messages.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { BadRows } from './BadRows.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportPreviewPane } from './ImportPreviewPane.tsx';
import { useImport } from './useImport.ts';
import './importing.css';

interface Props {
  formKey: string;
  title: string;
  onClose(): void;
}

/** Returns the result text of an import that has ended, and the type of the alert that shows it. */
const outcomeOf = ({
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

const importButtonText = ({ saved, refused }: ImportProgress): string => {
  if (saved === 0) return '导入';
  return refused > 0 ? `导入其余 ${saved} 行` : `导入 ${saved} 行`;
};

/**
 * Imports the rows of a spreadsheet as records. A trial run first shows the column mapping, a preview and the errors.
 * Then the valid rows are imported, and the others can be downloaded for correction. Closing the dialog does not stop
 * the import.
 */
export function ImportDialog({ formKey, title, onClose }: Props) {
  useReturnedFocus();
  const { listImports } = useServices();
  const { message } = useFeedback();
  const { progress, error, isSending, startImport, clear } = useImport(formKey);
  const [file, setFile] = useState<File | null>(null);
  /** Field keys of the columns as changed by the user; null: derived from the headings. */
  const [columns, setColumns] = useState<readonly string[] | null>(null);
  const [isTrial, setTrial] = useState(true);
  const isRunning = isSending || progress?.state === 'running';
  const hasEnded = progress !== null && progress.state !== 'running';
  const isPreview = hasEnded && isTrial && progress.state === 'done';
  const result = hasEnded && !isPreview ? outcomeOf(progress) : null;
  const percent = Math.floor((progress?.share ?? 0) * 100);

  const beginImport = (newFile: File, isTrialRun: boolean, fieldKeys: readonly string[] | null): void => {
    setFile(newFile);
    setTrial(isTrialRun);
    setColumns(fieldKeys);
    void startImport(newFile, { isTrial: isTrialRun, ...(fieldKeys ? { columns: fieldKeys } : {}) });
  };
  const startOver = (): void => {
    setFile(null);
    setColumns(null);
    clear();
  };
  const runDownload = async (download: Promise<boolean>): Promise<void> => {
    try {
      await download;
    } catch (problem) {
      message.error(messageOf(problem));
    }
  };
  const hasRefusedRows = hasEnded && progress.refused > 0;
  return (
    <Modal
      open
      title={`导入${title}`}
      onCancel={onClose}
      maskClosable={false}
      destroyOnHidden
      width={isPreview ? 880 : 560}
      footer={
        <div className="sc-import-foot">
          {hasRefusedRows ? (
            <Button
              icon={<DownloadOutlined />}
              data-action="bad-rows"
              onClick={() =>
                void runDownload(
                  listImports.saveBadRows(progress.id, `${progress.fileName.replace(/\.xlsx$/i, '')}-未导入的行`),
                )
              }
            >
              {isPreview ? '下载有错误的行' : '下载未导入的行'}
            </Button>
          ) : null}
          {hasEnded || error !== null ? (
            <Button data-action="again" onClick={startOver}>
              {isPreview ? '重新选择文件' : '继续导入'}
            </Button>
          ) : null}
          {isPreview && file ? (
            <Button
              type="primary"
              data-action="import-now"
              disabled={progress.saved === 0}
              onClick={() => beginImport(file, false, columns)}
            >
              {importButtonText(progress)}
            </Button>
          ) : (
            <Button onClick={onClose} data-action="close">
              {isRunning && !isTrial ? '后台继续' : '关闭'}
            </Button>
          )}
        </div>
      }
    >
      {file === null ? (
        <ChooseFile
          onTemplate={() => runDownload(listImports.saveTemplate(formKey, `${title}-导入模板`))}
          onFile={(chosenFile) => beginImport(chosenFile, true, null)}
        />
      ) : null}
      {error === null ? null : <Alert type="error" showIcon message={messageOf(error)} />}
      {isRunning ? (
        <div aria-live="polite">
          <p>
            {isSending
              ? `正在上传 ${file?.name ?? ''}`
              : isTrial
                ? `正在检查 ${file?.name ?? ''}，已检查到第 ${progress?.lastRow ?? 0} 行`
                : `正在导入 ${file?.name ?? ''}，已导入 ${progress?.saved ?? 0} 行`}
          </p>
          <Progress percent={percent} status="active" aria-label={isTrial ? '检查进度' : '导入进度'} />
        </div>
      ) : null}
      {result ? <Alert type={result.type} showIcon message={result.text} /> : null}
      {isPreview && file ? (
        <ImportPreviewPane progress={progress} onColumns={(fieldKeys) => beginImport(file, true, fieldKeys)} />
      ) : null}
      {hasRefusedRows && !isPreview ? <BadRows progress={progress} title="未导入的行" /> : null}
      {hasRefusedRows && !isPreview ? (
        <p className="sc-import-note">下载未导入的行，按最后一列的说明改好后可直接再次导入</p>
      ) : null}
    </Modal>
  );
}
