import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { afterEach, describe, expect, it } from 'vitest';
import type { ListNode } from '../../../src/grammar/nodes.ts';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { lanesOf, overlapConditions, placeBars, spanOf } from '../../../src/screens/list/calendar/spans.ts';
import type { CalendarFields } from '../../../src/screens/list/viewParts.ts';
import { widget as date } from '../../../src/widgets/el-date-picker/index.ts';
import { widget as select } from '../../../src/widgets/el-select/index.ts';
import { axeFaults } from '../axeFaults.ts';
import { aRecord, fakeServices, renderAt, situation } from '../fakes.tsx';

afterEach(() => localStorage.clear());

const FIELDS: CalendarFields = { start: 'from', end: 'to', isPeriod: false, opensWith: 'month' };
const trip = (id: string, from: string, to: string, more: Record<string, unknown> = {}) =>
  aRecord(id, { from, to, ...more }, { title: `用车${id}` });

describe('the days of a record', () => {
  it('reach from its first to its last date, which may be missing, or are those of its period', () => {
    const days = (record: ReturnType<typeof trip>, fields: CalendarFields = FIELDS) => {
      const span = spanOf(record, fields);
      return span && [span.start, span.end];
    };
    expect(days(trip('1', '2026-03-02', '2026-03-05'))).toEqual(['2026-03-02', '2026-03-05']);
    expect(days(trip('2', '2026-03-02', ''))).toEqual(['2026-03-02', '2026-03-02']);
    expect(days(trip('3', '', '2026-03-05'))).toBeNull();
    const period = aRecord('4', { from: ['2026-03-02', '2026-03-09'] });
    expect(days(period, { start: 'from', isPeriod: true, opensWith: 'week' })).toEqual(['2026-03-02', '2026-03-09']);
  });

  it('are asked for where they touch the days that are shown', () => {
    expect(overlapConditions(FIELDS, '2026-03-02', '2026-03-08')).toEqual([
      { field: 'from', op: 'lte', value: '2026-03-08' },
      {
        anyOf: [
          { field: 'to', op: 'gte', value: '2026-03-02' },
          { field: 'from', op: 'gte', value: '2026-03-02' },
        ],
      },
    ]);
  });

  it('take a row in which they meet no other, and end where the days end', () => {
    const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
    const spans = [
      trip('a', '2026-03-01', '2026-03-02'),
      trip('b', '2026-03-02', '2026-03-09'),
      trip('c', '2026-03-03', '2026-03-03'),
      trip('d', '2026-03-05', '2026-03-05'),
    ].map((record) => spanOf(record, FIELDS) as NonNullable<ReturnType<typeof spanOf>>);
    expect(
      placeBars(spans, days).map(({ record, firstColumn, lastColumn, row, isCutLeft, isCutRight }) => [
        record.id,
        firstColumn,
        lastColumn,
        row,
        isCutLeft,
        isCutRight,
      ]),
    ).toEqual([
      ['a', 0, 0, 0, true, false],
      ['b', 0, 2, 1, false, true],
      ['c', 1, 1, 0, false, false],
    ]);
  });

  it('stand with each person of the record; those without one come last', () => {
    const spans = [
      trip('a', '2026-03-02', '', { who: 'u2', whoLabel: '王五' }),
      trip('b', '2026-03-02', '', { who: 'u1,u2', whoLabel: '李四、王五' }),
      trip('c', '2026-03-02', ''),
      trip('d', '2026-03-02', '', { who: 4 }),
    ].map((record) => spanOf(record, FIELDS) as NonNullable<ReturnType<typeof spanOf>>);
    const known = [
      { key: 'u3', label: '空闲的' },
      { key: '4', label: '四号' },
    ];
    const lanes = lanesOf(spans, 'who', known);
    expect(lanes.map(({ label, spans: own }) => [label, own.map(({ record }) => record.id).join('')])).toEqual([
      ['空闲的', ''],
      ['四号', 'd'],
      ['李四', 'b'],
      ['王五', 'ab'],
      ['未填写', 'c'],
    ]);
  });
});

describe('the calendar of a list', () => {
  const FORM = {
    formKey: 'seal',
    formName: '用车',
    fields: [
      { tag: 'el-date-picker', __vModel__: 'from', label: '出车', isList: '1' },
      { tag: 'el-date-picker', __vModel__: 'to', label: '返回', isList: '1' },
      {
        tag: 'el-select',
        __vModel__: 'car',
        label: '车',
        __slot__: {
          options: [
            { label: '京A1', value: '1' },
            { label: '京A2', value: '2' },
          ],
        },
      },
    ],
  };
  const NODE: ListNode = {
    tag: 'list',
    formKey: 'seal',
    view: { kind: 'calendar' },
    calendar: { start: 'from', end: 'to', lanes: 'car' },
  };
  const monday = dayjs().subtract((dayjs().day() + 6) % 7, 'day');
  const day = (offset: number): string => monday.add(offset, 'day').format('YYYY-MM-DD');
  const show = async (trips = [trip('1', day(1), day(3), { car: '2', carLabel: '京A2' })]) => {
    const asked: ListQuery[] = [];
    const services = fakeServices({
      forms: { definition: async () => FORM } as never,
      records: {
        list: async (_key: string, query: ListQuery) => {
          asked.push(query);
          return { list: trips, total: trips.length };
        },
      },
    });
    await renderAt('/x', services, <ListBlock node={NODE} path={['root']} />, situation, [
      {
        name: 'more',
        install: ({ registerWidget }) => {
          for (const widget of [date, select]) registerWidget(widget as never);
        },
      },
    ]);
    return asked;
  };

  it('lists all records of a day, also those without a last day', async () => {
    await show(['1', '2', '3', '4', '5'].map((id) => trip(id, day(1), id === '1' ? day(2) : '')));
    const more = await screen.findByText('还有 2 条');
    fireEvent.click(more);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getAllByText(/^用车/)).toHaveLength(5);
    expect(within(dialog).getByText(`${day(1)} 至 ${day(2)}`)).toBeTruthy();
    expect(await axeFaults(dialog)).toEqual([]);
  });

  it('draws a record over its days, and in the week with a row for each car, also the free ones', async () => {
    const asked = await show();
    const bar = await screen.findByLabelText(`用车1，${day(1)} 至 ${day(3)}`);
    expect(bar.closest('.sc-month-week')).not.toBeNull();
    fireEvent.click(screen.getByText('周'));
    const row = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('.sc-week [data-lane="2"]');
      expect(found?.textContent).toContain('京A2');
      return found as HTMLElement;
    });
    expect(within(row).getByLabelText(/^用车1/).style.gridColumn).toBe('2 / 5');
    expect(document.querySelector('.sc-week [data-lane="1"]')?.textContent).toBe('京A1');
    expect(asked.at(-1)?.conditions.slice(-2)).toEqual(overlapConditions(FIELDS, day(0), day(6)));
    fireEvent.click(screen.getByLabelText('下一周'));
    await waitFor(() => expect(asked.at(-1)?.conditions.slice(-2)).toEqual(overlapConditions(FIELDS, day(7), day(13))));
    expect(await axeFaults(document.querySelector('.sc-list') as Element)).toEqual([]);
  });
});
