import { Skeleton } from 'antd';
import { useState } from 'react';
import type { AnyNode, DetailNode, TodoNode } from '../../grammar/nodes.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { loadDetail } from './loadDetail.ts';
import { RecordForm } from './RecordForm.tsx';
import { readDetailQuery, type DetailQuery } from './situation.ts';
import '../screens.css';

/** Returns the source and initial values of a new record as a text; '' for a stored record. */
const originKey = ({ id, source, presets }: DetailQuery): string =>
  id === null ? JSON.stringify([source, [...presets]]) : '';

/**
 * Shows one record for creating, editing or viewing, according to the address query (`formKey`, `id`, `isEdit`, `todo`,
 * `taskId`). With `todo=1`, a record in approval gets the approval bar. A `todo` block with a `taskId` in the address
 * is always shown like `todo=1`.
 */
export function DetailBlock({ node, path }: BlockProps<DetailNode | TodoNode>) {
  const services = useServices();
  const registry = useRegistry();
  const navigation = usePageNavigation();
  const addressQuery = readDetailQuery(navigation.query, node.formKey);
  const query =
    node.tag === 'todo' && addressQuery.taskId !== null
      ? { ...addressQuery, isTodo: true, isEdit: true }
      : addressQuery;

  // The first save of a new record adds its id to the address. The open form must not reload the record, so `created`
  // keeps the load key of that moment.
  const [created, setCreated] = useState<{ id: string; loadKey: string } | null>(null);
  const isCreatedHere = query.id !== null && query.id === created?.id;
  // A change of mode, draft, source or initial values in the address loads the record again.
  const addressKey = `${String(query.isEdit)}|${navigation.query.draft ?? ''}|${originKey(query)}`;
  const loadKey =
    isCreatedHere && query.isEdit && navigation.query.draft === undefined
      ? (created?.loadKey ?? addressKey)
      : addressKey;
  const { load, reload } = useLoad(
    () =>
      loadDetail({
        services,
        vocabulary: registry,
        query: { ...query, id: query.id ?? created?.id ?? null },
        hasOwnBlocks: 'children' in node && node.children !== undefined,
      }),
    [services, registry, query.formKey, isCreatedHere ? null : query.id, query.taskId, loadKey],
  );
  const onCreated = (id: string): void => {
    setCreated({ id, loadKey });
    // removes the saved draft from the address
    const { draft: _draft, ...rest } = navigation.query;
    navigation.setQuery({ ...rest, id, isEdit: '1' });
  };

  if ('needsId' in node && node.needsId && query.id === null)
    return <Failure title="没有可显示的记录" error={new ServiceError('404', '地址中缺少记录编号')} />;
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <RecordForm
      bundle={load.value}
      query={query}
      {...(node.title ? { title: node.title } : {})}
      {...('children' in node && node.children ? { pageNodes: node.children as AnyNode[], path } : {})}
      {...('doneTo' in node && node.doneTo ? { doneTo: node.doneTo } : {})}
      onCreated={onCreated}
      onReload={reload}
    />
  );
}
