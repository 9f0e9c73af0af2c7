import { lazy, Suspense } from 'react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { fileRefs } from '../../domain/fileValue.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { FileLine } from './FileLine.tsx';
import { useFiles } from './useFiles.ts';
import '../shared/widgets.css';

const PictureFiles = lazy(async () => ({ default: (await import('./PictureFiles.tsx')).PictureFiles }));

/**
 * The files of a read-only field. A picture field shows them as rows or cards with a thumbnail (FK-019); in a cell,
 * only their names. A click on a name shows the file if possible, otherwise downloads it (PV-001, FE-003).
 */
export function View({ node, value, isCell = false }: ViewProps<NodeByTag['el-upload']>) {
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
  const type = node['list-type'];
  const names = (
    <ul className="sf-files">
      {files.map((file) => (
        <FileLine key={file.id} file={file} />
      ))}
    </ul>
  );
  if (type !== 'picture' && type !== 'picture-card') return names;
  const pictureLayout = type === 'picture' ? 'rows' : 'cards';
  return (
    <Suspense fallback={names}>
      <PictureFiles files={files} layout={isCell ? 'names' : pictureLayout} />
    </Suspense>
  );
}
