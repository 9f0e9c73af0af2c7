import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { Services } from '../../runtime/services/services.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

interface AttachmentUpload {
  isBusy: boolean;
  /** Upload progress of the current file. */
  percent: number;
  send(files: readonly File[]): Promise<void>;
}

/**
 * Returns true if the user may attach files. Also returns true if the query fails, because the server checks the
 * permission again when a file is attached.
 */
export const mayAttachFiles = ({ attachments }: Services, busId: string, busType: string): Promise<boolean> =>
  attachments.mayAdd(busId, busType).catch(() => true);

/**
 * Uploads files one after another and attaches each to the business object. A failure does not affect earlier files.
 * The permission is queried before the first upload, because it may have changed since the page was opened.
 */
export function useAttachFiles({
  busId,
  busType,
  onDone,
}: {
  busId: string;
  busType: string;
  onDone(): void;
}): AttachmentUpload {
  const services = useServices();
  const { message } = useFeedback();
  const [percent, setPercent] = useState<number | null>(null);
  const sendOne = async (file: File): Promise<void> => {
    setPercent(0);
    try {
      const uploadedFile = await services.files.upload(file, setPercent);
      await services.attachments.add(busId, busType, [uploadedFile.id]);
      message.success(uploadedFile.message ?? '上传成功');
    } catch (error) {
      message.error(`${file.name}：${messageOf(error)}`);
    }
  };
  return {
    isBusy: percent !== null,
    percent: percent ?? 0,
    async send(files) {
      if (files.length === 0) return;
      setPercent(0);
      if (await mayAttachFiles(services, busId, busType)) for (const file of files) await sendOne(file);
      else message.error('您没有添加附件的权限，文件没有上传');
      setPercent(null);
      onDone();
    },
  };
}
