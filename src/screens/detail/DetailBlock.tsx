import { Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import type { AnyNode, DetailNode, TodoNode } from '../../grammar/nodes.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { usePlace } from '../place/place.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { loadDetail } from './loadDetail.ts';
import { RecordForm } from './RecordForm.tsx';
import { readDetailQuery } from './situation.ts';
import '../screens.css';

/**
 * One record: new, edited or read, as the query of its place says (`formKey`, `id`, `isEdit`, `todo`, `taskId`).
 * With `todo=1` the approval bar is shown; the `todo` block is this one opened for a to-do.
 */
export function DetailBlock({ node, path }: BlockProps<DetailNode | TodoNode>) {
  const services = useServices();
  const registry = useRegistry();
  const place = usePlace();
  const asked = readDetailQuery(place.query, node.formKey);
  const query = node.tag === 'todo' && asked.taskId !== null ? { ...asked, isTodo: true, isEdit: true } : asked;

  // A record made here gets its id into the address without being loaded again over the live form.
  const [born, setBorn] = useState<{ id: string; opened: string } | null>(null);
  const isBorn = query.id !== null && query.id === born?.id;
  // to read or to fill in, from this draft or that: each begins anew
  const asking = `${String(query.isEdit)}|${place.query.draft ?? ''}`;
  const opened = isBorn && query.isEdit && place.query.draft === undefined ? (born?.opened ?? asking) : asking;
  const { load, reload } = useLoad(
    () =>
      loadDetail({
        services,
        vocabulary: registry,
        query: { ...query, id: query.id ?? born?.id ?? null },
        hasBlocks: 'children' in node && node.children !== undefined,
      }),
    [services, registry, query.formKey, isBorn ? null : query.id, query.taskId, opened],
  );
  const onBorn = useCallback(
    (id: string) => {
      setBorn({ id, opened });
      // the draft it grew from is done with
      const { draft: _draft, ...rest } = place.query;
      place.setQuery({ ...rest, id, isEdit: '1' });
    },
    [place, opened],
  );

  if ('needsId' in node && node.needsId && query.id === null)
    return <Failure title="没有可显示的记录" error={new ServiceError('404', '地址中缺少记录编号')} />;
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <RecordForm
      bundle={load.value}
      query={query}
      {...(node.title ? { title: node.title } : {})}
      {...('children' in node && node.children ? { below: node.children as AnyNode[], path } : {})}
      {...('doneTo' in node && node.doneTo ? { doneTo: node.doneTo } : {})}
      onBorn={onBorn}
      onReload={reload}
    />
  );
}
