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

const importWords = ({ saved, refused }: ImportProgress): string => {
  if (saved === 0) return '导入';
  return refused > 0 ? `导入其余 ${saved} 行` : `导入 ${saved} 行`;
};

/**
 * Takes a spreadsheet's rows in as records: choose a file, see which column fills which field, the first rows as they would
 * be stored and what is wrong where, then take the good rows in and mend the others in a file. Goes on when it is closed.
 */
export function ImportDialog({ formKey, title, onClose }: Props) {
  useReturnedFocus();
  const { listImports } = useServices();
  const { message } = useFeedback();
  const { progress, error, isSending, begin, forget } = useImport(formKey);
  const [file, setFile] = useState<File | null>(null);
  /** Fields of the columns as the person changed them; null: as the heading says. */
  const [columns, setColumns] = useState<readonly string[] | null>(null);
  const [isTrial, setTrial] = useState(true);
  const isRunning = isSending || progress?.state === 'running';
  const isOver = progress !== null && progress.state !== 'running';
  const isPreview = isOver && isTrial && progress.state === 'done';
  const result = isOver && !isPreview ? outcome(progress) : null;
  const percent = Math.floor((progress?.share ?? 0) * 100);

  const start = (given: File, trial: boolean, chosen: readonly string[] | null): void => {
    setFile(given);
    setTrial(trial);
    setColumns(chosen);
    void begin(given, { isTrial: trial, ...(chosen ? { columns: chosen } : {}) });
  };
  const again = (): void => {
    setFile(null);
    setColumns(null);
    forget();
  };
  const save = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (problem) {
      message.error(messageOf(problem));
    }
  };
  const hasBad = isOver && progress.refused > 0;
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
          {hasBad ? (
            <Button
              icon={<DownloadOutlined />}
              data-action="bad-rows"
              onClick={() =>
                void save(
                  listImports.saveBadRows(progress.id, `${progress.fileName.replace(/\.xlsx$/i, '')}-未导入的行`),
                )
              }
            >
              {isPreview ? '下载有错误的行' : '下载未导入的行'}
            </Button>
          ) : null}
          {isOver || error !== null ? (
            <Button data-action="again" onClick={again}>
              {isPreview ? '重新选择文件' : '继续导入'}
            </Button>
          ) : null}
          {isPreview && file ? (
            <Button
              type="primary"
              data-action="import-now"
              disabled={progress.saved === 0}
              onClick={() => start(file, false, columns)}
            >
              {importWords(progress)}
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
          onTemplate={() => save(listImports.saveTemplate(formKey, `${title}-导入模板`))}
          onFile={(given) => start(given, true, null)}
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
        <ImportPreviewPane progress={progress} onColumns={(chosen) => start(file, true, chosen)} />
      ) : null}
      {hasBad && !isPreview ? <BadRows progress={progress} title="未导入的行" /> : null}
      {hasBad && !isPreview ? (
        <p className="sc-import-note">下载未导入的行，按最后一列的说明改好后可直接再次导入</p>
      ) : null}
    </Modal>
  );
}
