import { useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { FolderCalls } from './folderCalls.ts';

export interface Uploads {
  isBusy: boolean;
  /** Progress of the current file. */
  percent: number;
  /** Uploads the files one after another. With `version`, the single file becomes the next version of that document. */
  send(files: readonly File[], version?: { documentId: string; note: string }): Promise<void>;
}

/**
 * Uploads files into a folder. A failed file does not stop the others. `onDone` is called after the last file with the
 * number of stored files.
 */
export function useUploads(calls: FolderCalls, folderId: string, onDone: (storedCount: number) => void): Uploads {
  const services = useServices();
  const { message } = useFeedback();
  const [percent, setPercent] = useState<number | null>(null);
  /** A ref, because it must be set before the next render. */
  const isRunning = useRef(false);
  return {
    isBusy: percent !== null,
    percent: percent ?? 0,
    async send(files, version) {
      if (files.length === 0) return;
      if (isRunning.current) {
        message.warning('上一批文件还在上传，请在上传完成后再选择');
        return;
      }
      isRunning.current = true;
      let storedCount = 0;
      for (const file of files) {
        setPercent(0);
        try {
          const uploadedFile = await services.files.upload(file, setPercent);
          const { version: versionNumber, name } = await calls.store({ folderId, fileId: uploadedFile.id, ...version });
          storedCount += 1;
          if (versionNumber > 1) message.info(`“${name}”已存为第 ${versionNumber} 版，早先的版本仍保留`, 5);
        } catch (error) {
          message.error(`${file.name}：${messageOf(error)}`, 6);
        }
      }
      isRunning.current = false;
      setPercent(null);
      if (storedCount > 0) message.success(`已上传 ${storedCount} 个文件`);
      onDone(storedCount);
    },
  };
}
