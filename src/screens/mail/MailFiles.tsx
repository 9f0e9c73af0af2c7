import { PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { openingOf } from '../../widgets/el-upload/fileOpening.ts';
import { SaveFileButton } from '../../widgets/el-upload/SaveFileButton.tsx';

/** Attachments of a mail. A click on a name shows the file if possible (PV-001, FE-001), otherwise downloads it. */
export function MailFiles({ files }: { files: readonly FileRecord[] }) {
  const services = useServices();
  return (
    <ul className="sc-plain-list">
      {files.map((file) => {
        const { action, open } = openingOf(services, file, true);
        return (
          <li key={file.id}>
            <Button type="link" size="small" icon={<PaperClipOutlined />} onClick={open} data-action={action}>
              {file.fileName}
            </Button>
            {action === 'preview' ? <SaveFileButton file={file} /> : null}
          </li>
        );
      })}
    </ul>
  );
}
