import { Modal } from 'antd';
import dayjs from 'dayjs';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { Span } from './spans.ts';

interface Props {
  day: string;
  /** The loaded records; those that include the day are listed. */
  spans: readonly Span[];
  onOpen(record: FormRecord): void;
  onClose(): void;
}

/**
 * Dialog with all records of a day, because the day's cell in the month has space for only some of them. It selects
 * among the loaded records, because a list filter cannot express that a record without a last day covers only its first
 * day.
 */
export function DayDialog({ day, spans, onOpen, onClose }: Props) {
  useReturnedFocus();
  const spansOfDay = spans
    .filter(({ start, end }) => start <= day && end >= day)
    .toSorted((a, b) => a.start.localeCompare(b.start));
  return (
    <Modal
      open
      title={`${dayjs(day).format('YYYY年M月D日')}，共 ${spansOfDay.length} 条`}
      footer={null}
      onCancel={onClose}
      width={480}
    >
      <div className="sc-agenda sc-day-list">
        {spansOfDay.map(({ record, start, end }) => (
          <button key={record.id} type="button" onClick={() => onOpen(record)}>
            {record.title || '未填写标题'}
            {start === end ? null : (
              <small>
                {start} 至 {end}
              </small>
            )}
          </button>
        ))}
      </div>
    </Modal>
  );
}
