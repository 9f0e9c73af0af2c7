import { PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

/** Attachments of a mail as download buttons; a failed download shows a message. */
export function MailFiles({ files }: { files: readonly FileRecord[] }) {
  const services = useServices();
  const { message } = useFeedback();
  const save = (file: FileRecord): void => {
    services.files.open(file, 'download').catch((error: unknown) => message.error(messageOf(error)));
  };
  return (
    <ul className="sc-plain-list">
      {files.map((file) => (
        <li key={file.id}>
          <Button
            type="link"
            size="small"
            icon={<PaperClipOutlined />}
            onClick={() => save(file)}
            data-action="download"
          >
            {file.fileName}
          </Button>
        </li>
      ))}
    </ul>
  );
}
