import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useRegistry, useServices } from '../../../runtime/contexts.ts';
import type { ListCondition, ListQuery } from '../../../runtime/services/paging.ts';
import { amountText } from '../../related/amountText.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList, ListColumn, ListSum } from '../compile.ts';
import { RecordTable } from '../RecordTable.tsx';
import { useLanes, type Lane } from './lanes.ts';

/** So many rows of a group are shown; the rest by opening the group as a table. */
const GROUP_SIZE = 20;
/** Sums of a group where the list names none of its own. */
const MOST_SUMS = 4;

interface Props {
  list: CompiledList;
  column: ListColumn;
  columns: readonly ListColumn[];
  query: ListQuery;
  /** Changes when the records are to be read again. */
  turn: unknown;
  actionsOf(record: FormRecord): ReactNode;
  onResize(field: string, width: number): void;
  onOpen(record: FormRecord): void;
  onGroup(value: unknown): void;
}

/** A table in groups by the value of one field, each with its number of records and its sums, opened one by one. */
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
        <Group key={String(lane.value)} {...props} lane={lane} sums={sums.slice(0, MOST_SUMS)} />
      ))}
    </section>
  );
}

function Group({
  list,
  column,
  columns,
  query,
  turn,
  lane,
  sums,
  actionsOf,
  onResize,
  onOpen,
  onGroup,
}: Props & { lane: Lane; sums: readonly ListSum[] }) {
  const services = useServices();
  const [isOpen, setOpen] = useState(false);
  const own: ListCondition =
    lane.value === null ? { field: column.field, op: 'empty' } : { field: column.field, op: 'eq', value: lane.value };
  const conditions = [...query.conditions, own];
  const asked = JSON.stringify([query, own]);
  const { load, reload } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        { ...query, page: { pageNum: 1, pageSize: isOpen ? GROUP_SIZE : 1 }, conditions },
        list.isUnfiltered,
      ),
    [services, list, asked, isOpen, turn],
  );
  const { load: figures } = useLoad(
    () =>
      sums.length === 0
        ? Promise.resolve(null)
        : services.relations.sums(
            list.formKey,
            conditions,
            sums.map(({ field }) => field),
            !list.isUnfiltered,
          ),
    [services, list, asked, sums.map(({ field }) => field).join(' '), turn],
  );
  const page = load.value;
  if (page?.total === 0) return null;
  const { value: found } = figures;
  return (
    <section className="sc-group" data-group={String(lane.value)}>
      <button type="button" className="sc-group-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <DownOutlined /> : <RightOutlined />}
        <strong>{lane.label}</strong>
        <span className="sc-note">{page ? `${page.isEstimate ? '约 ' : ''}${page.total} 条` : ''}</span>
        {found
          ? sums.map(({ field, label, precision, unit }) => (
              <span key={field} className="sc-group-sum" data-sum={field}>
                {label} <b>{amountText(found.sums[field] ?? '0', precision)}</b>
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
            records={page.list.slice(0, GROUP_SIZE)}
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
          {page.total > GROUP_SIZE ? (
            <Button type="link" size="small" onClick={() => onGroup(lane.value)}>
              在表格中查看全部 {page.total} 条
            </Button>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
