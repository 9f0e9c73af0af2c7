import type { FormRecord } from '../../../grammar/documents.ts';
import type { Bar } from './spans.ts';

const titleOf = ({ title }: FormRecord): string => title || '未填写标题';

/** The bar of a record in a calendar. It covers those displayed days that belong to the record. */
export function CalendarBar({ bar, onOpen }: { bar: Bar; onOpen(record: FormRecord): void }) {
  const { record, start, end, firstColumn, lastColumn, row } = bar;
  const daysText = start === end ? start : `${start} 至 ${end}`;
  return (
    <button
      type="button"
      className="sc-calendar-bar"
      style={{ gridColumn: `${firstColumn + 1} / ${lastColumn + 2}`, gridRow: row + 1 }}
      data-record={record.id}
      data-day={start}
      data-cut={`${bar.isCutLeft ? 'left' : ''}${bar.isCutRight ? 'right' : ''}`}
      data-void={record.flwState === '4' ? '1' : '0'}
      title={`${titleOf(record)}　${daysText}`}
      aria-label={`${titleOf(record)}，${daysText}`}
      onClick={() => onOpen(record)}
    >
      {titleOf(record)}
    </button>
  );
}
