import { DownloadOutlined } from '@ant-design/icons';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { fileRefs } from '../../domain/fileValue.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { openFile, openingOf } from './fileOpening.ts';
import { sizeText } from './sizeText.ts';
import { useFiles } from './useFiles.ts';
import '../shared/widgets.css';

/** The file names. A click previews the file if possible, otherwise downloads it; previewable files also have 下载. */
export function View({ value }: ViewProps<NodeByTag['el-upload']>) {
  const services = useServices();
  const isReadOnly = useSituation().isEdit !== '1';
  const { files, status, message, retry } = useFiles(fileRefs(value));
  if (files.length === 0) return null;
  if (status === 'error')
    return (
      <span role="alert">
        {`附件加载失败：${message}`}
        <button type="button" className="sf-link" onClick={retry}>
          重试
        </button>
      </span>
    );
  return (
    <ul className="sf-files">
      {files.map((file) => {
        const { action: how, reason, open } = openingOf(services, file, isReadOnly);
        return (
          <li key={file.id} data-file={file.id}>
            <button
              type="button"
              className="sf-link sf-file-name"
              disabled={file.url === '' && file.fileExt === ''}
              title={reason}
              data-action={how === 'preview' ? 'preview-file' : 'download-file'}
              onClick={open}
            >
              {file.fileName}
            </button>
            {file.size !== undefined && <small>{sizeText(file.size)}</small>}
            {how === 'preview' && file.url !== file.id && (
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
            )}
          </li>
        );
      })}
    </ul>
  );
}
