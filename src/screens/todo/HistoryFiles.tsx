import { Suspense, type ComponentType } from 'react';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { widget } from '../../widgets/el-upload/index.ts';

/**
 * Files of an opinion, or the picture of a signature (FK-019), rendered like an upload field. `ids`: file ids joined by
 * commas.
 */
export function HistoryFiles({ ids, isSignature = false }: { ids: string; isSignature?: boolean }) {
  const View = widget.faces.view as ComponentType<ViewProps>;
  const node = {
    tag: 'el-upload',
    __vModel__: 'files',
    label: isSignature ? '手写签名' : '附件',
    ...(isSignature ? { 'list-type': 'picture' } : {}),
  } as ViewProps['node'];
  return (
    <div className="sc-history-files" data-field={isSignature ? 'signature' : 'files'}>
      <Suspense fallback={null}>
        <View node={node} value={ids} />
      </Suspense>
    </div>
  );
}
