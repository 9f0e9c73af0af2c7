import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { amountText } from '../../related/amountText.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList, ListColumn, ListSum } from '../compile.ts';
import { RecordTable } from '../RecordTable.tsx';
import { useLanes, type Lane } from './lanes.ts';

/** Maximum number of rows in a group; a link shows the whole group as a table. */
const MAX_ROWS_PER_GROUP = 20;
/** Maximum number of sums in the head of a group. */
const MAX_SUMS = 4;

interface Props {
  list: CompiledList;
  column: ListColumn;
  columns: readonly ListColumn[];
  query: ListQuery;
  /** A change of this value loads the records again. */
  refreshKey: unknown;
  actionsOf(record: FormRecord): ReactNode;
  onResize(field: string, width: number): void;
  onOpen(record: FormRecord): void;
  onShowGroupAsTable(lane: Lane): void;
}

/**
 * Records grouped by the value of one field; each group shows its number of records and its sums, and can be expanded.
 */
export function GroupView(props: Props) {
  const { lanes, isFailed, message, retry } = useLanes(props.column);
  const registry = useRegistry();
  const sums =
    props.list.sums.length > 0
      ? props.list.sums
      : props.columns.flatMap(({ field, title, node }): ListSum[] => {
          if (!node || registry.definition(node.tag)?.valueType !== 'double') return [];
          const { precision, unit } = node as { precision?: number; unit?: string };
          return [
            { field, label: title, ...(precision === undefined ? {} : { precision }), ...(unit ? { unit } : {}) },
          ];
        });
  if (isFailed)
    return (
      <Alert
        type="error"
        showIcon
        message="分组加载失败"
        description={message}
        action={<Button onClick={retry}>重试</Button>}
      />
    );
  if (lanes === undefined) return <Skeleton active />;
  return (
    <section className="sc-groups" aria-label={`按${props.column.title}分组`}>
      {lanes.map((lane) => (
        <Group key={lane.key} {...props} lane={lane} sums={sums.slice(0, MAX_SUMS)} />
      ))}
    </section>
  );
}

function Group({
  list,
  column,
  columns,
  query,
  refreshKey,
  lane,
  sums,
  actionsOf,
  onResize,
  onOpen,
  onShowGroupAsTable,
}: Props & { lane: Lane; sums: readonly ListSum[] }) {
  const services = useServices();
  const [isOpen, setOpen] = useState(false);
  const conditions = [...query.conditions, ...lane.conditions];
  const requestKey = JSON.stringify([query, lane.conditions]);
  const { load, reload } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        { ...query, page: { pageNum: 1, pageSize: isOpen ? MAX_ROWS_PER_GROUP : 1 }, conditions },
        list.isWholeUnit,
      ),
    [services, list, requestKey, isOpen, refreshKey],
  );
  const { load: sumsLoad } = useLoad(
    () =>
      sums.length === 0
        ? Promise.resolve(null)
        : services.relations.sums(
            list.formKey,
            conditions,
            sums.map(({ field }) => field),
            !list.isWholeUnit,
            query.behind,
          ),
    [services, list, requestKey, sums.map(({ field }) => field).join(' '), refreshKey],
  );
  const page = load.value;
  if (page?.total === 0) return null;
  const { value: groupSums } = sumsLoad;
  return (
    <section className="sc-group" data-group={lane.key}>
      <button type="button" className="sc-group-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <DownOutlined /> : <RightOutlined />}
        <strong>{lane.label}</strong>
        <span className="sc-note">{page ? `${page.isEstimate ? '约 ' : ''}${page.total} 条` : ''}</span>
        {/* only records in force are added up; their number is shown if the group contains other records, too */}
        {groupSums && page && groupSums.count !== page.total ? (
          <span className="sc-group-sum">
            生效 <b>{groupSums.count}</b> 条
          </span>
        ) : null}
        {groupSums
          ? sums.map(({ field, label, precision, unit }) => (
              <span key={field} className="sc-group-sum" data-sum={field}>
                {label} <b>{amountText(groupSums.sums[field] ?? '0', precision)}</b>
                {unit ? ` ${unit}` : ''}
              </span>
            ))
          : null}
      </button>
      {load.state === 'error' ? (
        <Button size="small" onClick={reload}>
          加载失败，重试
        </Button>
      ) : null}
      {isOpen && page ? (
        <>
          <RecordTable
            title={lane.label}
            columns={columns.filter(({ field }) => field !== column.field)}
            records={page.list.slice(0, MAX_ROWS_PER_GROUP)}
            sort={null}
            defaultSort={null}
            isLoading={load.state === 'loading'}
            empty={<span />}
            firstNumber={1}
            actionsOf={actionsOf}
            onSort={() => undefined}
            onResize={onResize}
            onOpen={onOpen}
          />
          {page.total > MAX_ROWS_PER_GROUP ? (
            <Button type="link" size="small" onClick={() => onShowGroupAsTable(lane)}>
              在表格中查看全部 {page.total} 条
            </Button>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
