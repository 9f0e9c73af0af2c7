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
  first: Dayjs;
  weeks: number;
  spans: readonly Span[];
  today: string;
  isPhone: boolean;
  onOpen(record: FormRecord): void;
  onDay(day: string): void;
}

/**
 * The weeks of a month, with a bar for each record over its days; on a phone, with the number of records of each day.
 */
export function MonthGrid({ month, first, weeks, spans, today, isPhone, onOpen, onDay }: Props) {
  return (
    <div className="sc-month">
      <div className="sc-month-head" aria-hidden="true">
        {WEEKDAYS.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      {Array.from({ length: weeks }, (_none, index) => {
        const days = Array.from({ length: 7 }, (_day, offset) => first.add(index * 7 + offset, 'day'));
        const texts = days.map((day) => day.format(DAY_FORMAT));
        const bars = placeBars(spans, texts);
        const countOn = (at: number, minRow = 0): number =>
          bars.filter(({ from, to, row }) => row >= minRow && from <= at && to >= at).length;
        return (
          <section key={texts[0]} className="sc-month-week" aria-label={`${texts[0]} 起的一周`}>
            <div className="sc-month-days">
              {days.map((day, at) => {
                const text = texts[at] ?? '';
                const count = countOn(at);
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
                {texts.map((text, at) => {
                  const hiddenCount = countOn(at, MAX_ROWS);
                  return hiddenCount === 0 ? null : (
                    <button
                      key={text}
                      type="button"
                      className="sc-day-count"
                      style={{ gridColumn: at + 1, gridRow: MAX_ROWS + 1 }}
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
