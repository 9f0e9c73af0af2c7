import { Skeleton } from 'antd';
import { Suspense } from 'react';
import type { ListNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { loadForm } from '../shared/loadForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { RecordList } from './RecordList.tsx';
import { loadRelatedForms, relationPathsOf } from './columns/relatedColumns.ts';
import '../screens.css';

const LedgerList = lazyFace(async () => (await import('./ledger/LedgerList.tsx')).LedgerList);

/** The `list` block: shows the rows of its dataset, else the records of its form or of the form in the address. */
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
  /** The form, if the parent component has already loaded it. */
  loadedForm?: FormDefinition;
}

/** List of the records of the node's form, or of the form in the address. */
export function FormList({ node, path, loadedForm }: FormListProps) {
  // if the form is loaded and no column or filter follows a relation, nothing has to be loaded
  return loadedForm && relationPathsOf(node).length === 0 ? (
    <RecordList key={loadedForm.formKey} node={node} form={loadedForm} path={path} />
  ) : (
    <FormListLoader node={node} path={path} {...(loadedForm ? { loadedForm } : {})} />
  );
}

/** Loads the form and the related forms of its columns and filters, then shows the list. */
function FormListLoader({ node, path, loadedForm }: FormListProps) {
  const services = useServices();
  const registry = useRegistry();
  const navigation = usePageNavigation();
  const formKey = node.formKey ?? navigation.query.formKey ?? '';
  const relationPaths = relationPathsOf(node).join(' ');
  const { load, reload } = useLoad(async () => {
    const definition = loadedForm ?? (await loadForm({ services, vocabulary: registry, formKey })).definition;
    return {
      definition,
      formOf: await loadRelatedForms(relationPaths === '' ? [] : relationPaths.split(' '), definition, {
        services,
        vocabulary: registry,
      }),
    };
  }, [services, registry, formKey, relationPaths, loadedForm]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 8 }} />;
  return <RecordList key={formKey} node={node} form={load.value.definition} formOf={load.value.formOf} path={path} />;
}
