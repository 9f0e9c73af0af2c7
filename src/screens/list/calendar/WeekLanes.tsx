import type { Dayjs } from 'dayjs';
import type { FormRecord } from '../../../grammar/documents.ts';
import { CalendarBar } from './CalendarBar.tsx';
import { DAY_FORMAT } from './MonthGrid.tsx';
import { placeBars, type CalendarLane } from './spans.ts';

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];
const headOf = (day: Dayjs): string => `${WEEKDAYS[day.day()] ?? ''} ${day.format('M-D')}`;

interface Props {
  /** The Monday of the week. */
  firstDay: Dayjs;
  lanes: readonly CalendarLane[];
  /** Name of the lane field; null: all records are in one lane without a name. */
  laneTitle: string | null;
  today: string;
  isPhone: boolean;
  onOpen(record: FormRecord): void;
}

/** A week as a table with a row for each lane (e.g. a person or a room); on a phone, as a list of the days. */
export function WeekLanes({ firstDay, lanes, laneTitle, today, isPhone, onOpen }: Props) {
  const days = Array.from({ length: 7 }, (_none, offset) => firstDay.add(offset, 'day'));
  const dayTexts = days.map((day) => day.format(DAY_FORMAT));
  if (isPhone)
    return (
      <div className="sc-agenda">
        {days.map((day, dayIndex) => {
          const text = dayTexts[dayIndex] ?? '';
          const entries = lanes.flatMap(({ key, label, spans }) =>
            spans
              .filter(({ start, end }) => start <= text && end >= text)
              .map(({ record }) => ({ id: `${key} ${record.id}`, label, record })),
          );
          return (
            <section key={text} data-today={text === today ? '1' : '0'}>
              <h3>{headOf(day)}</h3>
              {entries.length === 0 ? <p className="sc-note">没有安排</p> : null}
              {entries.map(({ id, label, record }) => (
                <button key={id} type="button" onClick={() => onOpen(record)} data-day={text}>
                  {record.title || '未填写标题'}
                  {laneTitle === null ? null : <small>{label}</small>}
                </button>
              ))}
            </section>
          );
        })}
      </div>
    );
  return (
    <table className="sc-week" aria-label="一周安排">
      <thead>
        <tr>
          {laneTitle === null ? null : (
            <th scope="col" className="sc-week-lane">
              {laneTitle}
            </th>
          )}
          {days.map((day, dayIndex) => (
            <th key={dayTexts[dayIndex]} scope="col" data-today={dayTexts[dayIndex] === today ? '1' : '0'}>
              {headOf(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lanes.map(({ key, label, spans }) => (
          <tr key={key} data-lane={key}>
            {laneTitle === null ? null : (
              <th scope="row" title={label}>
                {label}
              </th>
            )}
            <td colSpan={7}>
              <div className="sc-week-bars">
                {placeBars(spans, dayTexts).map((bar) => (
                  <CalendarBar key={bar.record.id} bar={bar} onOpen={onOpen} />
                ))}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
