import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useKind } from './documentKind.ts';
import { loadOrigin, type Origin } from '../editor/textOrigin.ts';

interface Props {
  documentKey: string;
  /** Loads the published text if there is no draft. */
  published(key: string): Promise<unknown>;
  children(origin: Origin, reload: () => void): ReactNode;
}

/** Loads a document for its editor. */
export function DocumentLoader({ documentKey, published, children }: Props) {
  const kind = useKind();
  const { load, reload } = useLoad(() => loadOrigin(kind, documentKey, published), [kind, documentKey]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 10 }} />;
  return children(load.value, reload);
}
