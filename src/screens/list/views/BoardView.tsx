import { Alert, Button, Empty, Skeleton } from 'antd';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import { useLanes, type Lane } from './lanes.ts';
import { RecordCard } from './RecordCard.tsx';

/** Maximum number of cards in a lane; a link shows the whole lane as a table. */
const MAX_CARDS_PER_LANE = 20;

interface Props {
  list: CompiledList;
  column: ListColumn;
  /** Columns whose values the cards show. */
  columns: readonly ListColumn[];
  query: ListQuery;
  /** A change of this value loads the records again. */
  refreshKey: unknown;
  onOpen(record: FormRecord): void;
  onLane(lane: Lane): void;
}

/** Kanban board: one lane per value of a field, each with its number of records. */
export function BoardView(props: Props) {
  const { lanes, isFailed, message, retry } = useLanes(props.column);
  if (isFailed)
    return (
      <Alert
        type="error"
        showIcon
        message="看板加载失败"
        description={message}
        action={<Button onClick={retry}>重试</Button>}
      />
    );
  return lanes === undefined ? <Skeleton active /> : <Board {...props} lanes={lanes} />;
}

function Board({
  list,
  column,
  columns,
  query,
  refreshKey,
  lanes,
  onOpen,
  onLane,
}: Props & { lanes: readonly Lane[] }) {
  return (
    <ul className="sc-board" aria-label={`按${column.title}分列`}>
      {lanes.map((lane) => (
        <BoardLane
          key={lane.key}
          lane={lane}
          list={list}
          column={column}
          columns={columns}
          query={query}
          refreshKey={refreshKey}
          onOpen={onOpen}
          onLane={onLane}
        />
      ))}
    </ul>
  );
}

function BoardLane({ lane, list, column, columns, query, refreshKey, onOpen, onLane }: Props & { lane: Lane }) {
  const services = useServices();
  const { load, reload } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        {
          ...query,
          page: { pageNum: 1, pageSize: MAX_CARDS_PER_LANE },
          conditions: [...query.conditions, ...lane.conditions],
        },
        list.isUnfiltered,
      ),
    [services, list, JSON.stringify([query, lane.conditions]), refreshKey],
  );
  const page = load.value;
  if (lane.isRemainder && (!page || page.total === 0)) return null;
  return (
    <li className="sc-lane" data-lane={lane.key}>
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
          <Button type="link" size="small" onClick={() => onLane(lane)}>
            在表格中查看全部
          </Button>
        ) : null}
      </div>
    </li>
  );
}
