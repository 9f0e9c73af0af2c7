import { describe, expect, it } from 'vitest';
import {
  addWorkTime,
  calendarOf,
  parseDates,
  workTimePerDay,
  DEFAULT_CALENDAR,
  workTimeBetween,
  parseWorkDuration,
  type WorkCalendar,
} from '../../src/domain/workTime.ts';
import fc from '../support/fc.ts';

const at = (text: string): number => Date.parse(`${text}+08:00`);
const textOf = (time: number): string => new Date(time + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const after = (start: string, length: string, calendar: WorkCalendar = DEFAULT_CALENDAR): string =>
  textOf(addWorkTime(at(start), parseWorkDuration(length) ?? { days: 0, ms: 0 }, calendar));

/** National day of 2026: 1 to 7 October off, the Saturday after worked; lunch from twelve to one. */
const OFFICE = calendarOf([
  { dictLabel: '工作日', dictValue: '1,2,3,4,5', listClass: 'days' },
  { dictLabel: '上午', dictValue: '09:00-12:00', listClass: 'hours' },
  { dictLabel: '下午', dictValue: '13:00-18:00', listClass: 'hours' },
  { dictLabel: '国庆节', dictValue: '2026-10-01~2026-10-07', listClass: 'holiday' },
  { dictLabel: '国庆调休', dictValue: '2026-10-10', listClass: 'workday' },
]);

describe('a length counted in working time', () => {
  it.each([
    // 2026-11-20 is a Friday
    ['within a day', '2026-11-19T10:00', 'PT4H', '2026-11-19 14:00'],
    ['over a night', '2026-11-19T17:00', 'PT4H', '2026-11-20 12:00'],
    ['over a weekend', '2026-11-20T17:30', 'PT1H', '2026-11-23 09:30'],
    ['one working day from Friday noon ends on Monday noon', '2026-11-20T12:00', 'P1D', '2026-11-23 12:00'],
    ['begun on a Saturday it counts from Monday morning', '2026-11-21T11:00', 'PT30M', '2026-11-23 09:30'],
    ['begun before work it counts from nine', '2026-11-19T06:00', 'P1D', '2026-11-19 18:00'],
    ['begun after work it counts from the next morning', '2026-11-19T20:00', 'P1DT1H', '2026-11-23 10:00'],
    ['ends with the last minute of a day', '2026-11-19T15:00', 'PT3H', '2026-11-19 18:00'],
    ['five working days are a week', '2026-11-19T10:00', 'P5D', '2026-11-26 10:00'],
    ['no length ends where it begins', '2026-11-21T11:00', 'PT0M', '2026-11-21 11:00'],
  ])('%s', (_what, start, length, end) => {
    expect(after(start, length)).toBe(end);
  });

  it.each([
    ['holidays do not count', '2026-09-30T17:00', 'PT2H', '2026-10-08 10:00'],
    ['a Saturday that is worked instead counts', '2026-10-09T17:00', 'PT2H', '2026-10-10 10:00'],
    ['the Sunday after it does not', '2026-10-10T17:00', 'PT2H', '2026-10-12 10:00'],
    ['lunch does not count', '2026-09-29T11:00', 'PT2H', '2026-09-29 14:00'],
    ['begun at lunch it counts from one', '2026-09-29T12:30', 'PT1H', '2026-09-29 14:00'],
    ['a day is as long as its hours', '2026-09-29T09:00', 'P2D', '2026-09-30 18:00'],
  ])('%s', (_what, start, length, end) => {
    expect(after(start, length, OFFICE)).toBe(end);
  });

  it('never ends sooner than it would by the clock, adds up, and ends while somebody works', () => {
    const start = fc
      .integer({ min: at('2026-09-01T00:00'), max: at('2026-12-31T00:00') })
      .map((time) => Math.floor(time / 60_000) * 60_000);
    const hours = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(start, hours, hours, (from, one, two) => {
        const end = addWorkTime(from, { days: 0, ms: one * 3_600_000 }, OFFICE);
        expect(end - from).toBeGreaterThanOrEqual(one * 3_600_000);
        expect(addWorkTime(end, { days: 0, ms: two * 3_600_000 }, OFFICE)).toBe(
          addWorkTime(from, { days: 0, ms: (one + two) * 3_600_000 }, OFFICE),
        );
        expect(addWorkTime(from, { days: 1, ms: 0 }, OFFICE)).toBe(
          addWorkTime(from, { days: 0, ms: workTimePerDay(OFFICE) }, OFFICE),
        );
        const clock = textOf(end).slice(11);
        expect((clock > '09:00' && clock <= '12:00') || (clock > '13:00' && clock <= '18:00')).toBe(true);
      }),
    );
  });

  it('is found again between its beginning and its end, and nothing is left of it behind that', () => {
    const time = fc.integer({ min: at('2026-09-01T00:00'), max: at('2026-12-31T00:00') });
    fc.assert(
      fc.property(
        time,
        fc.integer({ min: 0, max: 200 * 3_600_000 }),
        fc.integer({ min: 0, max: 100 * 3_600_000 }),
        fc.constantFrom(OFFICE, DEFAULT_CALENDAR, { ...OFFICE, days: [], workdays: new Set<string>() }),
        (start, ms, part, calendar) => {
          const end = addWorkTime(start, { days: 0, ms }, calendar);
          expect(workTimeBetween(start, end, calendar)).toBe(ms);
          expect(workTimeBetween(end, start, calendar)).toBe(0);
          // suspended somewhere and resumed at once, it ends when it would have ended
          const between = Math.min(start + part, end);
          expect(addWorkTime(between, { days: 0, ms: workTimeBetween(between, end, calendar) }, calendar)).toBe(
            workTimeBetween(between, end, calendar) === 0 ? between : end,
          );
        },
      ),
    );
  });

  it('a calendar in which nobody ever works lets time pass as it does', () => {
    expect(after('2026-11-19T10:00', 'P1D', { ...DEFAULT_CALENDAR, days: [] })).toBe('2026-11-20 10:00');
  });
});

describe('the calendar as it is kept', () => {
  it('is Monday to Friday, nine to six, where nothing is said or what is said cannot be read', () => {
    const odd = calendarOf([
      { dictLabel: 'x', dictValue: 'morning', listClass: 'hours' },
      { dictLabel: 'x', dictValue: '9', listClass: 'days' },
      { dictLabel: 'x', dictValue: '2026-13-45', listClass: 'holiday' },
    ]);
    for (const calendar of [calendarOf([]), odd]) expect(calendar).toEqual(DEFAULT_CALENDAR);
  });

  it('reads days and spans of days, and nothing else', () => {
    expect(parseDates('2026-12-31~2027-01-02')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
    for (const text of ['', '2026-10', '2026-10-07~2026-10-01', '2026-10-01~2026-10-02~2026-10-03', '10/1/2026'])
      expect(parseDates(text)).toBeNull();
  });

  it('hours that overlap count once', () => {
    expect(
      workTimePerDay(
        calendarOf([
          { dictLabel: 'a', dictValue: '09:00-13:00', listClass: 'hours' },
          { dictLabel: 'b', dictValue: '12:00-18:00', listClass: 'hours' },
        ]),
      ),
    ).toBe(4 * 3_600_000);
  });

  it('a calendar without working time counts all time', () => {
    const calendar = { ...DEFAULT_CALENDAR, days: [], hours: [] };
    expect(textOf(addWorkTime(at('2026-11-24T10:00'), { days: 2, ms: 0 }, calendar))).toBe('2026-11-26 10:00');
  });

  it('lengths of weeks and months are none of working time', () => {
    expect([
      parseWorkDuration('P1W'),
      parseWorkDuration('P1M'),
      parseWorkDuration('P'),
      parseWorkDuration('PT'),
    ]).toEqual([null, null, null, null]);
    expect(parseWorkDuration('P1DT4H30M')).toEqual({ days: 1, ms: 4.5 * 3_600_000 });
  });
});
