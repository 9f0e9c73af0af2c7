import { Skeleton } from 'antd';
import { Suspense } from 'react';
import type { ListNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { usePlace } from '../place/place.ts';
import { Failure } from '../shared/Failure.tsx';
import { loadForm } from '../shared/loadForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { RecordList } from './RecordList.tsx';
import { formsAlong, pathsOf } from './relatedColumns.ts';
import '../screens.css';

const LedgerList = lazyFace(async () => (await import('./ledger/LedgerList.tsx')).LedgerList);

/** The `list` block: rows of its dataset, else records of its form or of the form that the address names. */
export function ListBlock({ node, path }: BlockProps<ListNode>) {
  return node.dataset ? (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
      <LedgerList node={node} path={path} />
    </Suspense>
  ) : (
    <FormList node={node} path={path} />
  );
}

interface FormListProps extends Pick<BlockProps<ListNode>, 'node' | 'path'> {
  /** The form, if the parent component has loaded it already. */
  known?: FormDefinition;
}

/** Records of the form of the node, or of the form that the address names. */
export function FormList({ node, path, known }: FormListProps) {
  // the form is known and no column leads to another form: render the list without a loading state
  return known && pathsOf(node).length === 0 ? (
    <RecordList key={known.formKey} node={node} form={known} path={path} />
  ) : (
    <LoadedFormList node={node} path={path} {...(known ? { known } : {})} />
  );
}

/** Loads the form, and the forms that its columns and filters lead to, and then shows the list. */
function LoadedFormList({ node, path, known }: FormListProps) {
  const services = useServices();
  const registry = useRegistry();
  const place = usePlace();
  const formKey = node.formKey ?? place.query.formKey ?? '';
  const along = pathsOf(node).join(' ');
  const { load, reload } = useLoad(async () => {
    const definition = known ?? (await loadForm({ services, vocabulary: registry, formKey })).definition;
    return {
      definition,
      formOf: await formsAlong(along === '' ? [] : along.split(' '), definition, { services, vocabulary: registry }),
    };
  }, [services, registry, formKey, along, known]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 8 }} />;
  return <RecordList key={formKey} node={node} form={load.value.definition} formOf={load.value.formOf} path={path} />;
}
