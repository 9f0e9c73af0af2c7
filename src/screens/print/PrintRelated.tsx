import { Skeleton } from 'antd';
import type { CSSProperties } from 'react';
import type { FormDefinition } from '../../kernel/index.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { Cell } from '../list/Cell.tsx';
import { compileList } from '../list/compile.ts';
import { loadRelatedForms, isRelationPath } from '../list/columns/relatedColumns.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import { PrintList } from './PrintList.tsx';

interface Props {
  definition: FormDefinition;
  recordId: string;
}

/**
 * Printed data of other records: fields along relations, and records that refer to this one. Limited to data that the
 * user may see.
 */
export function PrintRelated({ definition, recordId }: Props) {
  const { along = [], lists = [], title = '相关信息' } = definition.print ?? {};
  return (
    <>
      {along.length === 0 ? null : (
        <>
          <h2>{title}</h2>
          <RelatedFields definition={definition} recordId={recordId} paths={along} />
        </>
      )}
      {lists.map((list) => (
        <PrintList key={`${list.formKey}:${list.via}`} list={list} recordId={recordId} />
      ))}
    </>
  );
}

function RelatedFields({ definition, recordId, paths }: Props & { paths: readonly string[] }) {
  const services = useServices();
  const registry = useRegistry();
  const { formKey, unitReads } = definition;
  const { load } = useLoad(async () => {
    const formOf = await loadRelatedForms(paths, definition, { services, vocabulary: registry });
    const columns = paths.map((field) => ({ field }));
    const list = compileList({ tag: 'list', formKey, columns }, definition, registry, formOf);
    const { list: records } = await services.records.list(
      formKey,
      {
        page: { pageNum: 1, pageSize: 1 },
        conditions: [{ field: 'id', op: 'eq', value: recordId }],
        paths: paths.filter(isRelationPath),
      },
      unitReads === '1',
    );
    return { columns: list.columns.filter(({ field }) => paths.includes(field)), record: records[0] };
  }, [services, registry, definition, recordId, paths.join(' ')]);
  if (load.state === 'error') return <p className="pr-text">相关信息没有取到：{messageOf(load.error)}</p>;
  if (!load.value) return <Skeleton active paragraph={{ rows: 2 }} />;
  const { columns, record } = load.value;
  return (
    <dl className="pr-fields" data-print-along={formKey}>
      {columns.map((column, index) => (
        <div
          key={column.field}
          className="pr-field"
          data-field={column.field}
          // two fields per line; the last field of an odd number takes the whole line
          style={{ '--span': index === columns.length - 1 && index % 2 === 0 ? 24 : 12 } as CSSProperties}
        >
          <dt>{column.title}</dt>
          <dd>{record ? <Cell column={column} record={record} /> : null}</dd>
        </div>
      ))}
    </dl>
  );
}
