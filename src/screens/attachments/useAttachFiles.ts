import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

interface Attaching {
  isBusy: boolean;
  /** Upload progress of the current file. */
  percent: number;
  send(files: readonly File[]): Promise<void>;
}

/**
 * Uploads files sequentially and attaches each to the business object; a failure does not affect the files before it.
 */
export function useAttachFiles({
  busId,
  busType,
  onDone,
}: {
  busId: string;
  busType: string;
  onDone(): void;
}): Attaching {
  const services = useServices();
  const { message } = useFeedback();
  const [percent, setPercent] = useState<number | null>(null);
  const sendOne = async (file: File): Promise<void> => {
    setPercent(0);
    try {
      const stored = await services.files.upload(file, setPercent);
      await services.attachments.add(busId, busType, [stored.id]);
      message.success(stored.message ?? '上传成功');
    } catch (error) {
      message.error(`${file.name}：${messageOf(error)}`);
    }
  };
  return {
    isBusy: percent !== null,
    percent: percent ?? 0,
    async send(files) {
      for (const file of files) await sendOne(file);
      setPercent(null);
      if (files.length > 0) onDone();
    },
  };
}
