import type { NodeByTag } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { ViewProps } from '../../runtime/faces.ts';
import { failureText, notice } from '../../runtime/notice.ts';
import { asIds } from '../shared/values.ts';
import { sizeText } from './sizeText.ts';
import { useFiles } from './useFiles.ts';
import '../shared/widgets.css';

/** The files by name; a click shows what the browser can show and saves the rest (PV-001). */
export function View({ value }: ViewProps<NodeByTag['el-upload']>) {
  const services = useServices();
  const { files, status, message, retry } = useFiles(asIds(value));
  if (files.length === 0) return null;
  if (status === 'error') return <span role="alert">{`附件加载失败：${message}`}<button type="button" className="sf-link" onClick={retry}>重试</button></span>;
  return (
    <ul className="sf-files">
      {files.map((file) => (
        <li key={file.id}>
          <button type="button" className="sf-link" disabled={file.url === '' && file.fileExt === ''} onClick={() => { services.files.open(file, 'preview').catch((error: unknown) => notice('error', failureText(error))); }}>{file.fileName}</button>
          {file.size !== undefined && <small>{sizeText(file.size)}</small>}
        </li>
      ))}
    </ul>
  );
}
