import dayjs from 'dayjs';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { DAY, daysFrom, type GanttRow } from './ganttRows.ts';

/** By how many days the first and the last day move. */
export interface Moved {
  start: number;
  end: number;
}

const STILL: Moved = { start: 0, end: 0 };
/** Pixels at the end of a bar by which it is stretched. */
const EDGE = 8;

interface Props {
  row: GanttRow;
  left: number;
  top: number;
  perDay: number;
  mayMove: boolean;
  onOpen(): void;
  /** Stores it; the bar waits there until the records come again. */
  onMove(moved: Moved): Promise<void>;
}

const shifted = (day: string, days: number): string => dayjs(day).add(days, 'day').format(DAY);

/**
 * One record from its first to its last day. Dragged it moves, at its ends it is stretched; by keyboard with the arrows, with
 * Shift its last day alone. Enter keeps the new days, Esc takes them back; without any Enter opens the record.
 */
export function GanttBar({ row, left, top, perDay, mayMove, onOpen, onMove }: Props) {
  const [moved, setMoved] = useState<Moved>(STILL);
  const [isBusy, setBusy] = useState(false);
  const drag = useRef<{ x: number; grip: 'whole' | 'start' | 'end' } | null>(null);
  const wasDragged = useRef(false);
  const length = daysFrom(row.start, row.end);
  const isMoved = moved.start !== 0 || moved.end !== 0;
  const start = shifted(row.start, moved.start);
  const end = shifted(row.end, moved.end);
  const percent = row.share === null ? null : Math.round(row.share * 100);

  const keep = async (next: Moved): Promise<void> => {
    if (next.start === 0 && next.end === 0) return;
    setBusy(true);
    await onMove(next);
    setBusy(false);
    setMoved(STILL);
  };
  /** Neither day passes the other one. */
  const bounded = (grip: 'whole' | 'start' | 'end', days: number, from: Moved = STILL): Moved =>
    grip === 'whole'
      ? { start: from.start + days, end: from.end + days }
      : grip === 'start'
        ? { ...from, start: Math.min(from.start + days, length + from.end) }
        : { ...from, end: Math.max(from.end + days, from.start - length) };

  const onDown = (event: PointerEvent<HTMLButtonElement>): void => {
    wasDragged.current = false;
    if (!mayMove || isBusy || event.button !== 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = event.clientX - box.left;
    const isWide = box.width > 3 * EDGE;
    drag.current = {
      x: event.clientX,
      grip: isWide && at < EDGE ? 'start' : isWide && at > box.width - EDGE ? 'end' : 'whole',
    };
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const onMoving = (event: PointerEvent): void => {
    if (!drag.current) return;
    const days = Math.round((event.clientX - drag.current.x) / perDay);
    if (days !== 0) wasDragged.current = true;
    setMoved(bounded(drag.current.grip, days));
  };
  const onUp = (): void => {
    if (!drag.current) return;
    drag.current = null;
    void keep(moved);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step !== 0 && mayMove && !isBusy) {
      event.preventDefault();
      setMoved(bounded(event.shiftKey ? 'end' : 'whole', step, moved));
    } else if (event.key === 'Escape' && isMoved) {
      event.stopPropagation();
      setMoved(STILL);
    } else if (event.key === 'Enter' && isMoved) {
      event.preventDefault();
      void keep(moved);
    }
  };
  const width = Math.max((daysFrom(start, end) + 1) * perDay, 6);
  const text = `${start} 至 ${end}`;
  return (
    <>
      <button
        type="button"
        className="sc-gantt-item"
        style={{ left: left + moved.start * perDay, top: top + 7, width }}
        data-record={row.id}
        data-moved={isMoved ? '1' : '0'}
        data-may-move={mayMove ? '1' : '0'}
        disabled={isBusy}
        title={`${row.record.title ?? ''}　${text}`}
        aria-label={`${row.record.title ?? ''}，${text}${percent === null ? '' : `，进度 ${percent}%`}${mayMove ? '，左右键移动，Shift 加左右键改结束日期，回车保存' : ''}`}
        onPointerDown={onDown}
        onPointerMove={onMoving}
        onPointerUp={onUp}
        onPointerCancel={() => {
          drag.current = null;
          setMoved(STILL);
        }}
        onKeyDown={onKey}
        onClick={() => {
          if (!wasDragged.current && !isMoved) onOpen();
        }}
      >
        {percent === null ? null : <span className="sc-gantt-done" style={{ width: `${percent}%` }} />}
        {width > 60 && percent !== null ? <span className="sc-gantt-percent">{percent}%</span> : null}
      </button>
      {isMoved ? (
        <output className="sc-gantt-tip" style={{ left: left + moved.start * perDay, top: top - 18 }}>
          {text}
        </output>
      ) : null}
    </>
  );
}
