import { DownloadOutlined } from '@ant-design/icons';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { openFile } from './fileOpening.ts';
import '../shared/widgets.css';

/** The button 下载, for a file whose name opens a preview. */
export function SaveFileButton({ file }: { file: FileRecord }) {
  const services = useServices();
  return (
    <button
      type="button"
      className="sf-link sf-file-save"
      aria-label={`下载 ${file.fileName}`}
      title="下载"
      data-action="download-file"
      onClick={() => openFile(services, file, 'download')}
    >
      <DownloadOutlined />
    </button>
  );
}
