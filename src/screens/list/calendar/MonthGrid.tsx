import type { Dayjs } from 'dayjs';
import type { FormRecord } from '../../../grammar/documents.ts';
import { CalendarBar } from './CalendarBar.tsx';
import { placeBars, type Span } from './spans.ts';

export const DAY_FORMAT = 'YYYY-MM-DD';
const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];
/** Maximum number of stacked bars in a week, before the link 「还有 n 条」. */
const MAX_ROWS = 3;

interface Props {
  month: Dayjs;
  /** The first displayed day, a Monday. */
  firstDay: Dayjs;
  weekCount: number;
  spans: readonly Span[];
  today: string;
  isPhone: boolean;
  onOpen(record: FormRecord): void;
  /** Shows all records of a day. */
  onDay(day: string): void;
}

/**
 * The weeks of a month, with a bar for each record over its days. On a phone, the number of records of each day is
 * shown instead.
 */
export function MonthGrid({ month, firstDay, weekCount, spans, today, isPhone, onOpen, onDay }: Props) {
  return (
    <div className="sc-month">
      <div className="sc-month-head" aria-hidden="true">
        {WEEKDAYS.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      {Array.from({ length: weekCount }, (_none, index) => {
        const days = Array.from({ length: 7 }, (_day, offset) => firstDay.add(index * 7 + offset, 'day'));
        const dayTexts = days.map((day) => day.format(DAY_FORMAT));
        const bars = placeBars(spans, dayTexts);
        const countOn = (dayIndex: number, minRow = 0): number =>
          bars.filter(
            ({ firstColumn, lastColumn, row }) => row >= minRow && firstColumn <= dayIndex && lastColumn >= dayIndex,
          ).length;
        return (
          <section key={dayTexts[0]} className="sc-month-week" aria-label={`${dayTexts[0]} 起的一周`}>
            <div className="sc-month-days">
              {days.map((day, dayIndex) => {
                const text = dayTexts[dayIndex] ?? '';
                const count = countOn(dayIndex);
                return (
                  <div
                    key={text}
                    data-today={text === today ? '1' : '0'}
                    data-other={day.isSame(month, 'month') ? '0' : '1'}
                  >
                    <span>{day.date()}</span>
                    {isPhone && count > 0 ? (
                      <button type="button" className="sc-day-count" onClick={() => onDay(text)} data-day={text}>
                        {count} 条
                      </button>
                    ) : null}
                  </div>
                );
              })}
            </div>
            {isPhone ? null : (
              <div className="sc-month-bars">
                {bars
                  .filter(({ row }) => row < MAX_ROWS)
                  .map((bar) => (
                    <CalendarBar key={bar.record.id} bar={bar} onOpen={onOpen} />
                  ))}
                {dayTexts.map((text, dayIndex) => {
                  const hiddenCount = countOn(dayIndex, MAX_ROWS);
                  return hiddenCount === 0 ? null : (
                    <button
                      key={text}
                      type="button"
                      className="sc-day-count"
                      style={{ gridColumn: dayIndex + 1, gridRow: MAX_ROWS + 1 }}
                      data-day={text}
                      onClick={() => onDay(text)}
                    >
                      还有 {hiddenCount} 条
                    </button>
                  );
                })}
              </div>
            )}
          </section>
        );
      })}
    </div>
  );
}
