import { Alert, Button, Empty, Skeleton } from 'antd';
import { useMemo } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { FieldNode } from '../../../grammar/nodes.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { useOptions } from '../../../runtime/options/useOptions.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { FLOW_STATES } from '../../shared/flowState.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import { RecordCard } from './RecordCard.tsx';

/** So many cards of a lane are shown; the rest by opening the lane as a table. */
const LANE_SIZE = 20;

interface Lane {
  /** Null: records without a value. */
  value: unknown;
  label: string;
}

interface Props {
  list: CompiledList;
  column: ListColumn;
  /** Columns whose values stand on the cards. */
  columns: readonly ListColumn[];
  query: ListQuery;
  /** Changes when the records are to be read again. */
  turn: unknown;
  onOpen(record: FormRecord): void;
  onLane(value: unknown): void;
}

/** Records in lanes by the value of one field, each lane with its number of records. */
export function BoardView({ column, ...rest }: Props) {
  return column.node ? (
    <FieldBoard {...rest} column={column} node={column.node} />
  ) : (
    <Board {...rest} column={column} lanes={STATES} />
  );
}

const STATES: readonly Lane[] = Object.entries(FLOW_STATES).map(([value, { label }]) => ({ value, label }));

function FieldBoard({ node, ...rest }: Props & { node: FieldNode }) {
  const { status, options, message, retry } = useOptions(node);
  const lanes = useMemo(
    (): Lane[] => [
      ...(options ?? []).map(({ value, label }) => ({ value, label: String(label) })),
      { value: null, label: '未填写' },
    ],
    [options],
  );
  if (status === 'error' && options === undefined)
    return (
      <Alert
        type="error"
        showIcon
        message="看板加载失败"
        description={message}
        action={<Button onClick={retry}>重试</Button>}
      />
    );
  return options === undefined ? <Skeleton active /> : <Board {...rest} lanes={lanes} />;
}

function Board({ list, column, columns, query, turn, lanes, onOpen, onLane }: Props & { lanes: readonly Lane[] }) {
  return (
    <ul className="sc-board" aria-label={`按${column.title}分列`}>
      {lanes.map((lane) => (
        <BoardLane
          key={String(lane.value)}
          lane={lane}
          list={list}
          column={column}
          columns={columns}
          query={query}
          turn={turn}
          onOpen={onOpen}
          onLane={onLane}
        />
      ))}
    </ul>
  );
}

function BoardLane({ lane, list, column, columns, query, turn, onOpen, onLane }: Props & { lane: Lane }) {
  const services = useServices();
  const { load, reload } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        {
          ...query,
          page: { pageNum: 1, pageSize: LANE_SIZE },
          conditions: [
            ...query.conditions,
            lane.value === null
              ? { field: column.field, op: 'empty' }
              : { field: column.field, op: 'eq', value: lane.value },
          ],
        },
        list.isUnfiltered,
      ),
    [services, list, column.field, lane.value, JSON.stringify(query), turn],
  );
  const page = load.value;
  // a lane for records without a value is shown only where there are some
  if (lane.value === null && (!page || page.total === 0)) return null;
  return (
    <li className="sc-lane" data-lane={String(lane.value)}>
      <h3>
        <span>{lane.label}</span>
        <span className="sc-lane-count">{page ? `${page.isEstimate ? '约 ' : ''}${page.total}` : ''}</span>
      </h3>
      <div className="sc-lane-cards">
        {load.state === 'error' ? (
          <Button size="small" onClick={reload}>
            加载失败，重试
          </Button>
        ) : !page ? (
          <Skeleton active paragraph={{ rows: 2 }} />
        ) : page.list.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有记录" />
        ) : (
          page.list.map((record) => (
            <RecordCard
              key={record.id}
              record={record}
              columns={columns.filter(({ field }) => field !== column.field)}
              onOpen={onOpen}
            />
          ))
        )}
        {page && page.total > page.list.length ? (
          <Button type="link" size="small" onClick={() => onLane(lane.value)}>
            在表格中查看全部
          </Button>
        ) : null}
      </div>
    </li>
  );
}
