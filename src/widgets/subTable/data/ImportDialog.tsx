import { useEffect, useRef, useState, type DragEvent } from 'react';
import { Button, Progress } from 'antd';
import { InboxOutlined } from '@ant-design/icons';
import { Dialog } from '../../../runtime/host/Dialog.tsx';
import { notice } from '../../../runtime/host/notice.ts';
import { useTable } from '../model.ts';
import { acceptFiles, appendImported, MAX_FILES, readFiles, type FileState } from './importFiles.ts';
import { downloadTemplate } from './template.ts';

/**
 * Imports files as new rows (IM-001, IM-002, CL-084). Closes when all files were read, before the rows are added. Stays
 * open if a file could not be read; the rows of the other files are still added.
 */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const model = useTable();
  const [files, setFiles] = useState<readonly FileState[]>([]);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  const isBusy = files.some(({ state }) => state === 'waiting' || state === 'sending');
  const finishedCount = files.filter(({ state }) => state === 'done' || state === 'failed').length;
  const importPicked = async (pickedFiles: readonly File[]): Promise<void> => {
    const { accepted, warnings } = acceptFiles(pickedFiles);
    for (const text of warnings) notice('warning', text);
    if (accepted.length === 0) return;
    let latestStates: readonly FileState[] = [];
    const imported = await readFiles(
      model,
      accepted,
      (states) => {
        latestStates = states;
        if (!isUnmounted.current) setFiles(states);
      },
      () => isUnmounted.current,
    );
    if (isUnmounted.current) return;
    const failedFiles = latestStates.filter(({ state }) => state === 'failed');
    if (failedFiles.length === 0) onClose();
    else notice('warning', failedFiles[0].message);
    const count = await appendImported(model, imported);
    if (count !== null && model.store.jobs.report() === null) notice('success', `已导入 ${count} 行`);
  };
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setDraggedOver(false);
    if (!isBusy) void importPicked([...event.dataTransfer.files]);
  };
  return (
    <Dialog
      title="导入数据"
      isOpen
      onClose={onClose}
      width={560}
      footer={
        <Button data-action="close-import" onClick={onClose}>
          {isBusy ? '取消' : '关闭'}
        </Button>
      }
    >
      <div className="st-import">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped on the label of their input */}
        <label
          className={isDraggedOver ? 'st-import-drop st-import-drop-over' : 'st-import-drop'}
          onDragOver={(event) => {
            event.preventDefault();
            setDraggedOver(true);
          }}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={handleDrop}
        >
          <InboxOutlined aria-hidden />
          <span>{`点击选择或拖入 .xls、.xlsx 文件，一次最多 ${MAX_FILES} 个`}</span>
          <input
            type="file"
            multiple
            accept=".xls,.xlsx"
            aria-label="选择要导入的文件"
            disabled={isBusy}
            onChange={(event) => {
              const picked = [...(event.target.files ?? [])];
              event.target.value = '';
              void importPicked(picked);
            }}
          />
        </label>
        <p>
          第一行为列名，与表格的列名相同即可，顺序不限。
          <Button
            type="link"
            size="small"
            data-action="download-template"
            onClick={() => {
              void downloadTemplate(model);
            }}
          >
            下载模板
          </Button>
        </p>
        {isBusy && (
          <Progress
            percent={Math.round((finishedCount / files.length) * 100)}
            format={() => `${finishedCount} / ${files.length}`}
            aria-label="导入进度"
          />
        )}
        {files.length > 0 && (
          <ul className="st-import-files" aria-label="导入的文件">
            {files.map(({ name, state, message }, index) => (
              <li key={`${index} ${name}`}>
                <span>{name}</span>
                <span className={state === 'failed' ? 'st-import-failed' : undefined}>{message}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
