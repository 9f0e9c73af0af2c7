import { Skeleton } from 'antd';
import { useContext, useMemo } from 'react';
import type { ListNode, RelatedListNode } from '../../grammar/nodes.ts';
import { fillText, relationOf } from '../../kernel/index.ts';
import { RecordPageContext, useRegistry, useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { ListBlock } from '../list/ListBlock.tsx';
import { usePlace } from '../place/place.ts';
import { loadForm } from '../shared/loadForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { placeholderValues } from './placeholderValues.ts';
import { RelatedSums } from './RelatedSums.tsx';
import { fixedKey, presetKey } from './presets.ts';

/** The records of a form that point at the record whose page this is: a list, a foot of sums, and 新增 with the relation set. */
export function RelatedListBlock({ node, path }: BlockProps<RelatedListNode>) {
  const page = useContext(RecordPageContext);
  const services = useServices();
  const registry = useRegistry();
  const situation = useSituation();
  const place = usePlace();
  const { load } = useLoad(
    () => loadForm({ services, vocabulary: registry, formKey: node.formKey }),
    [services, registry, node.formKey],
  );
  const recordId = page?.record.id ?? null;
  const list = useMemo((): ListNode | null => {
    if (!page || recordId === null || !load.value) return null;
    const own = load.value.fields.get(node.via);
    const relation = own ? relationOf(own.node) : null;
    const source = placeholderValues(page, situation, place.query);
    const presets = Object.entries(node.presets ?? {}).map(([key, value]) => [
      presetKey(key),
      String((typeof value === 'string' ? fillText(value, source) : value) ?? ''),
    ]);
    // along several relations nobody can say which record in between is meant
    const mayCreate = node.mayCreate !== '0' && relation !== null;
    return {
      tag: 'list',
      key: `${node.formKey}-${node.via.replaceAll('.', '-')}`,
      formKey: node.formKey,
      title: node.title ?? load.value.definition.formName,
      ...(node.columns ? { columns: node.columns.map((field) => ({ field })) } : {}),
      ...(node.sort ? { sort: node.sort } : {}),
      filters: [],
      fixedQuery: { [node.via]: recordId },
      noAuth: load.value.definition.unitReads === '1',
      topActions: [
        ...(mayCreate
          ? [
              {
                name: 'create',
                type: 'primary' as const,
                args: { query: { ...Object.fromEntries(presets), [fixedKey(node.via)]: recordId } },
              },
            ]
          : []),
        { name: 'export' },
      ],
      rowActions: [{ name: 'view' }],
      open: 'drawer',
    };
  }, [page, recordId, load.value, node, situation, place.query]);
  if (!page) return null;
  if (!list) return <Skeleton active paragraph={{ rows: 3 }} />;
  return (
    <section data-related={`${node.formKey}:${node.via}`}>
      <ListBlock node={list} path={path} />
      {node.sums && load.value && recordId !== null ? (
        <RelatedSums formKey={node.formKey} via={node.via} recordId={recordId} fields={node.sums} form={load.value} />
      ) : null}
    </section>
  );
}
