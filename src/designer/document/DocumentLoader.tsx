import { Button, Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useKind } from './documentKind.ts';
import { loadOrigin, type Origin } from '../editor/textOrigin.ts';

interface Props {
  documentKey: string;
  /** Loads the published text if there is no draft. */
  loadPublished(key: string): Promise<unknown>;
  /** Goes to the list of documents. */
  onBack(): void;
  children(origin: Origin, reload: () => void): ReactNode;
}

/** Loads a document for its editor. Shows a message with a link to the list if the document does not exist. */
export function DocumentLoader({ documentKey, loadPublished, onBack, children }: Props) {
  const kind = useKind();
  const { load, reload } = useLoad(() => loadOrigin(kind, documentKey, loadPublished), [kind, documentKey]);
  if (load.state === 'error' && load.error instanceof ServiceError && load.error.code === '404')
    return (
      <Result
        status="warning"
        title={`没有这个${kind.kindName}`}
        subTitle={`“${documentKey}”不存在或已被删除`}
        extra={
          <Button type="primary" onClick={onBack} data-action="back">
            返回列表
          </Button>
        }
      />
    );
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 10 }} />;
  return children(load.value, reload);
}
