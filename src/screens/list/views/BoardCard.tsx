import { SwapOutlined } from '@ant-design/icons';
import { useDraggable } from '@dnd-kit/core';
import { Button, Dropdown } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { ListColumn } from '../compile.ts';
import type { Lane } from './lanes.ts';
import { RecordCard } from './RecordCard.tsx';
import type { CardMoves } from './useCardMoves.ts';

interface Props {
  record: FormRecord;
  lane: Lane;
  lanes: readonly Lane[];
  columns: readonly ListColumn[];
  moves: CardMoves;
  /** True while the move of the card is not stored yet. */
  isPending: boolean;
  isDragged: boolean;
  onOpen(record: FormRecord): void;
  move(record: FormRecord, oldLane: Lane, newLane: Lane): void;
}

/**
 * A card of a board. It is dragged to another lane by mouse or by a long touch, or moved by the menu 移到. On the
 * keyboard, the left and right arrows select an allowed lane, Enter moves, Esc cancels.
 */
export function BoardCard(props: Props) {
  const { record, lane, lanes, columns, moves, isPending, isDragged, onOpen, move } = props;
  const [chosenLane, setChosenLane] = useState<Lane | null>(null);
  const targets = isPending
    ? []
    : lanes.filter((candidate) => candidate.key !== lane.key && moves.moveFor(record, candidate).kind !== 'refused');
  const { setNodeRef, listeners } = useDraggable({
    id: record.id ?? '',
    data: { record, lane: lane.key },
    disabled: targets.length === 0,
  });
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step !== 0 && targets.length > 0) {
      event.preventDefault();
      // the card's own lane and the allowed lanes, in the order of the board
      const reachableLanes = lanes.filter((candidate) => candidate.key === lane.key || targets.includes(candidate));
      const index = reachableLanes.findIndex(({ key }) => key === (chosenLane ?? lane).key) + step;
      const next = reachableLanes[Math.max(0, Math.min(reachableLanes.length - 1, index))];
      setChosenLane(next === undefined || next.key === lane.key ? null : next);
    } else if (event.key === 'Escape' && chosenLane) {
      event.stopPropagation();
      setChosenLane(null);
    } else if (event.key === 'Enter' && chosenLane) {
      event.preventDefault();
      setChosenLane(null);
      move(record, lane, chosenLane);
    }
  };
  const titleOf = (target: Lane): string => {
    const cardMove = moves.moveFor(record, target);
    return cardMove.kind === 'action' && cardMove.action.label !== target.label
      ? `${target.label}（${cardMove.action.label}）`
      : target.label;
  };
  return (
    <div
      ref={setNodeRef}
      className="sc-board-card"
      data-may-move={targets.length > 0 ? '1' : '0'}
      data-pending={isPending ? '1' : '0'}
      data-dragged={isDragged ? '1' : '0'}
      aria-busy={isPending}
      {...listeners}
    >
      <RecordCard
        record={record}
        columns={columns}
        onKeyDown={onKey}
        onBlur={() => setChosenLane(null)}
        onOpen={onOpen}
        extra={
          targets.length > 0 ? (
            <Dropdown
              trigger={['click']}
              menu={{
                items: targets.map((target) => ({ key: target.key, label: titleOf(target) })),
                onClick: ({ key }) => {
                  const target = targets.find((candidate) => candidate.key === key);
                  if (target) move(record, lane, target);
                },
              }}
            >
              <Button
                className="sc-card-move"
                type="text"
                size="small"
                icon={<SwapOutlined />}
                title="移到…"
                aria-label={`把“${record.title || '未填写'}”移到…`}
              />
            </Dropdown>
          ) : null
        }
      />
      {chosenLane ? <output className="sc-card-target">移到“{titleOf(chosenLane)}”：回车确定，Esc 取消</output> : null}
    </div>
  );
}
