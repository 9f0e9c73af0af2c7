import { Alert } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { useLoad } from '../shared/useLoad.ts';
import { useEffect } from 'react';
import { PreviewLoading } from './PreviewLoading.tsx';
import { createUnreadableError } from './unreadableError.ts';

/** The text of a Word 97-2003 document, extracted by the server without its layout. */
export function DocTextView({ file, onFail }: { file: FileRecord; onFail(error: unknown): void }) {
  const services = useServices();
  const { load } = useLoad(
    () => services.files.docText?.(file) ?? Promise.reject(createUnreadableError('请下载后查看')),
    [services, file.id],
  );
  const error = load.state === 'error' ? load.error : null;
  useEffect(() => {
    if (error !== null) onFail(error);
  }, [error, onFail]);
  if (!load.value) return <PreviewLoading />;
  const { body, notes, isCut } = load.value;
  return (
    <div className="pv-doc" data-preview="doc">
      <Alert
        type="info"
        showIcon
        message={`Word 97-2003 文档仅显示文字，版式、图片已省略${isCut ? '；内容较长，仅显示前一部分' : ''}，完整内容请下载查看`}
      />
      <article>
        {body.split('\n').map((line, index) =>
          line.includes('\t') ? (
            <p key={index} className="pv-doc-cells">
              {line.split('\t').map((cell, column) => (
                <span key={column}>{cell}</span>
              ))}
            </p>
          ) : (
            <p key={index}>{line}</p>
          ),
        )}
        {notes !== '' && (
          <footer>
            <h3>页眉页脚与附注</h3>
            {notes.split('\n').map((line, index) => (
              <p key={index}>{line}</p>
            ))}
          </footer>
        )}
      </article>
    </div>
  );
}
