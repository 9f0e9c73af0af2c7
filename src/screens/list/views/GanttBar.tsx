import dayjs from 'dayjs';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { DAY_FORMAT, daysBetween, type GanttRow } from './ganttRows.ts';

/** Number of days by which the start and the end of a bar are moved. */
export interface BarShift {
  start: number;
  end: number;
}

/** A drag of a bar. `x`: the position in pixels where the pointer was pressed; `grip`: the part of the bar to move. */
interface Drag {
  x: number;
  grip: 'whole' | 'start' | 'end';
}

const NO_SHIFT: BarShift = { start: 0, end: 0 };
/** Width in pixels of the area at each end of a bar that resizes the bar. */
const GRIP_WIDTH = 8;
/** Space in pixels between a bar and the top of its row. */
const BAR_MARGIN = 7;
const MIN_BAR_WIDTH = 6;
/** Minimum width in pixels of a bar that shows its progress as a text. */
const MIN_TEXT_WIDTH = 60;

interface Props {
  row: GanttRow;
  left: number;
  top: number;
  pixelsPerDay: number;
  mayMove: boolean;
  onOpen(): void;
  /** Stores the new dates. The bar stays at its new position until the promise resolves. */
  onMove(shift: BarShift): Promise<void>;
}

const addDays = (day: string, days: number): string => dayjs(day).add(days, 'day').format(DAY_FORMAT);

/**
 * The bar of one record from its start to its end date. Dragging the bar moves it, dragging an end resizes it. The
 * arrow keys move the bar, with Shift only its end date; Enter stores the new dates, Esc cancels. Without a change,
 * Enter opens the record.
 */
export function GanttBar({ row, left, top, pixelsPerDay, mayMove, onOpen, onMove }: Props) {
  const [shift, setShift] = useState<BarShift>(NO_SHIFT);
  const [isBusy, setBusy] = useState(false);
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);
  const length = daysBetween(row.start, row.end);
  const isMoved = shift.start !== 0 || shift.end !== 0;
  const start = addDays(row.start, shift.start);
  const end = addDays(row.end, shift.end);
  const percent = row.progressRatio === null ? null : Math.round(row.progressRatio * 100);

  const store = async (next: BarShift): Promise<void> => {
    if (next.start === 0 && next.end === 0) return;
    setBusy(true);
    await onMove(next);
    setBusy(false);
    setShift(NO_SHIFT);
  };
  /** Returns `oldShift` with `days` added at the grip, limited so that the start is not after the end. */
  const limitShift = (grip: Drag['grip'], days: number, oldShift: BarShift = NO_SHIFT): BarShift => {
    if (grip === 'whole') return { start: oldShift.start + days, end: oldShift.end + days };
    if (grip === 'start') return { ...oldShift, start: Math.min(oldShift.start + days, length + oldShift.end) };
    return { ...oldShift, end: Math.max(oldShift.end + days, oldShift.start - length) };
  };

  const onDown = (event: PointerEvent<HTMLButtonElement>): void => {
    wasDragged.current = false;
    if (!mayMove || isBusy || event.button !== 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const offset = event.clientX - box.left;
    const isWide = box.width > 3 * GRIP_WIDTH;
    drag.current = {
      x: event.clientX,
      grip: isWide && offset < GRIP_WIDTH ? 'start' : isWide && offset > box.width - GRIP_WIDTH ? 'end' : 'whole',
    };
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  /** Shows the shift for the position of the pointer, and returns it. */
  const dragTo = (x: number, { x: startX, grip }: Drag): BarShift => {
    const days = Math.round((x - startX) / pixelsPerDay);
    if (days !== 0) wasDragged.current = true;
    const next = limitShift(grip, days);
    setShift(next);
    return next;
  };
  const onMoving = (event: PointerEvent): void => {
    if (drag.current) dragTo(event.clientX, drag.current);
  };
  const onUp = (event: PointerEvent): void => {
    if (!drag.current) return;
    // uses the position of the event, because the last movement may not have been rendered yet
    const next = dragTo(event.clientX, drag.current);
    drag.current = null;
    void store(next);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step !== 0 && mayMove && !isBusy) {
      event.preventDefault();
      setShift(limitShift(event.shiftKey ? 'end' : 'whole', step, shift));
    } else if (event.key === 'Escape' && isMoved) {
      event.stopPropagation();
      setShift(NO_SHIFT);
    } else if (event.key === 'Enter' && isMoved) {
      event.preventDefault();
      void store(shift);
    }
  };
  const width = Math.max((daysBetween(start, end) + 1) * pixelsPerDay, MIN_BAR_WIDTH);
  const text = `${start} 至 ${end}`;
  return (
    <>
      <button
        type="button"
        className="sc-gantt-item"
        style={{ left: left + shift.start * pixelsPerDay, top: top + BAR_MARGIN, width }}
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
          setShift(NO_SHIFT);
        }}
        onKeyDown={onKey}
        onClick={() => {
          if (!wasDragged.current && !isMoved) onOpen();
        }}
      >
        {percent === null ? null : <span className="sc-gantt-done" style={{ width: `${percent}%` }} />}
        {width > MIN_TEXT_WIDTH && percent !== null ? <span className="sc-gantt-percent">{percent}%</span> : null}
      </button>
      {isMoved ? (
        <output className="sc-gantt-tip" style={{ left: left + shift.start * pixelsPerDay, top: top - 18 }}>
          {text}
        </output>
      ) : null}
    </>
  );
}
