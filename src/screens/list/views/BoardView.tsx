import {
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragStartEvent,
} from '@dnd-kit/core';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import { BoardCard } from './BoardCard.tsx';
import { useLanes, type Lane } from './lanes.ts';
import { RecordCard } from './RecordCard.tsx';
import { useCardMoves, type CardMoves } from './useCardMoves.ts';
import type { Press } from '../../actions/usePress.tsx';
import './board.css';

/** Maximum number of cards in a lane; a link shows the whole lane as a table. */
const MAX_CARDS_PER_LANE = 20;

/** A moved card. It is shown in its new lane until that lane has been loaded again after the move. */
interface MovedCard {
  record: FormRecord;
  oldLane: Lane;
  newLane: Lane;
  /**
   * True when the server has accepted the move. This object is removed when `newLane` has been loaded again after that,
   * because the move is then visible in the loaded records.
   */
  isDone: boolean;
}

interface Props {
  list: CompiledList;
  /** The column whose values are the lanes. */
  column: ListColumn;
  /** Columns whose values the cards show. */
  columns: readonly ListColumn[];
  query: ListQuery;
  /** A change of this value loads the records again. */
  refreshKey: unknown;
  /** Runs a button of the form on records. */
  press: Press['press'];
  /** Returns true if this person may edit the record. */
  mayEdit(record: FormRecord): boolean;
  onOpen(record: FormRecord): void;
  onShowLaneAsTable(lane: Lane): void;
  /**
   * Called when a started move has ended, also if it was cancelled or the server refused it. The caller must then
   * change `refreshKey`.
   */
  onMoved(): void;
}

/**
 * Kanban board: one lane per value of a field. Moving a card to another lane runs a button of the form that is bound to
 * the lane or, if no button is bound to it, saves the lane's value in the record. Moves that are not allowed are
 * refused with a message (`useCardMoves`).
 */
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

const ACCESSIBILITY = {
  announcements: {
    onDragStart: () => '已拿起卡片',
    onDragOver: () => undefined,
    onDragEnd: () => '已放下卡片',
    onDragCancel: () => '已取消移动',
  },
  screenReaderInstructions: { draggable: '在卡片上按左右键选择要移到的列，回车移动，Esc 取消' },
};

function Board(props: Props & { lanes: readonly Lane[] }) {
  const { list, column, columns, lanes, press, mayEdit, onMoved } = props;
  const { message } = useFeedback();
  const moves = useCardMoves({ list, column, press, mayEdit });
  const [draggedRecord, setDraggedRecord] = useState<FormRecord | null>(null);
  const [movedCard, setMovedCard] = useState<MovedCard | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
  );
  const move = (record: FormRecord, oldLane: Lane, newLane: Lane): void => {
    if (newLane.key === oldLane.key || movedCard?.isDone === false) return;
    const cardMove = moves.moveFor(record, newLane);
    if (cardMove.kind === 'refused') return message.warning(cardMove.reason);
    setMovedCard({ record, oldLane, newLane, isDone: false });
    moves.run(record, newLane, cardMove, (isDone) => {
      setMovedCard(isDone ? { record, oldLane, newLane, isDone } : null);
      // also if the move failed: the cause may be a change that this page has not loaded yet
      onMoved();
    });
    return undefined;
  };
  const finishDrag = ({ active, over }: DragEndEvent): void => {
    setDraggedRecord(null);
    const record = active.data.current?.['record'] as FormRecord | undefined;
    const oldLane = lanes.find(({ key }) => key === active.data.current?.['lane']);
    const newLane = lanes.find(({ key }) => key === over?.id);
    if (record && oldLane && newLane) move(record, oldLane, newLane);
  };
  return (
    <DndContext
      sensors={sensors}
      // the lane below the pointer, not the lane that most of the card covers
      collisionDetection={pointerWithin}
      accessibility={ACCESSIBILITY}
      onDragStart={({ active }: DragStartEvent) =>
        setDraggedRecord((active.data.current?.['record'] as FormRecord) ?? null)
      }
      onDragEnd={finishDrag}
      onDragCancel={() => setDraggedRecord(null)}
    >
      <ul className="sc-board" aria-label={`按${column.title}分列`}>
        {lanes.map((lane) => (
          <BoardLane
            key={lane.key}
            {...props}
            lane={lane}
            moves={moves}
            draggedRecord={draggedRecord}
            movedCard={movedCard}
            onArrived={() => setMovedCard(null)}
            move={move}
          />
        ))}
      </ul>
      <DragOverlay>
        {draggedRecord ? (
          <RecordCard
            record={draggedRecord}
            columns={columns.filter(({ field }) => field !== column.field)}
            onOpen={() => undefined}
          />
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}

interface LaneProps extends Props {
  lane: Lane;
  lanes: readonly Lane[];
  moves: CardMoves;
  draggedRecord: FormRecord | null;
  movedCard: MovedCard | null;
  /** Called when the new lane of the moved card has been loaded again after the server accepted the move. */
  onArrived(): void;
  move(record: FormRecord, oldLane: Lane, newLane: Lane): void;
}

function BoardLane(props: LaneProps) {
  const {
    lane,
    lanes,
    list,
    column,
    columns,
    query,
    refreshKey,
    moves,
    draggedRecord,
    movedCard,
    onOpen,
    onShowLaneAsTable,
  } = props;
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
        list.isWholeUnit,
      ),
    [services, list, JSON.stringify([query, lane.conditions]), refreshKey],
  );
  const { setNodeRef, isOver } = useDroppable({ id: lane.key });
  const page = load.value;
  const isTarget = movedCard?.newLane.key === lane.key;
  useEffect(() => {
    if (isTarget && movedCard?.isDone) props.onArrived();
    // oxlint-disable-next-line react/exhaustive-deps -- only when the lane was loaded again
  }, [page]);
  if (lane.isRemainder && (!page || page.total === 0)) return null;
  const otherRecords = (page?.list ?? []).filter(({ id }) => id !== movedCard?.record.id);
  const cards = movedCard && isTarget ? [movedCard.record, ...otherRecords] : otherRecords;
  const isOrigin = draggedRecord !== null && otherRecords.some(({ id }) => id === draggedRecord.id);
  const dropState =
    draggedRecord && !isOrigin ? (moves.moveFor(draggedRecord, lane).kind === 'refused' ? 'no' : 'yes') : undefined;
  return (
    <li
      ref={setNodeRef}
      className="sc-lane"
      data-lane={lane.key}
      {...(dropState ? { 'data-drop': dropState, 'data-over': isOver ? '1' : '0' } : {})}
    >
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
        ) : cards.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有记录" />
        ) : (
          cards.map((record) => (
            <BoardCard
              key={record.id}
              record={record}
              lane={lane}
              lanes={lanes}
              moves={moves}
              columns={columns.filter(({ field }) => field !== column.field)}
              isPending={isTarget && movedCard?.record.id === record.id}
              isDragged={draggedRecord?.id === record.id}
              onOpen={onOpen}
              move={props.move}
            />
          ))
        )}
        {page && page.total > page.list.length ? (
          <Button type="link" size="small" onClick={() => onShowLaneAsTable(lane)}>
            在表格中查看全部
          </Button>
        ) : null}
      </div>
    </li>
  );
}
