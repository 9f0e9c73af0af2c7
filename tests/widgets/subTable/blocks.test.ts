import { describe, expect, test } from 'vitest';
import { fillArea } from '../../../src/widgets/subTable/grid/fill.ts';
import { continueSeries } from '../../../src/widgets/subTable/grid/continueSeries.ts';
import { runInSlices } from '../../../src/widgets/subTable/runInSlices.ts';
import { createJobs } from '../../../src/widgets/subTable/store/jobs.ts';
import { createTopics } from '../../../src/widgets/subTable/store/topics.ts';
import fc from '../../support/fc.ts';

describe('a filled series', () => {
  const values = (source: unknown[], count: number): unknown[] =>
    continueSeries(source, count).map((filled) => ('from' in filled ? source[filled.from] : filled.value));
  test.each([
    [[5], 3, [5, 5, 5]],
    [[1, 2], 3, [3, 4, 5]],
    [[0.1, 0.2], 3, [0.3, 0.4, 0.5]],
    [[10, 7], 2, [4, 1]],
    [[1, 2, 4], 4, [1, 2, 4, 1]],
    [['2026-01-31'], 2, ['2026-02-01', '2026-02-02']],
    [['2026-01-05', '2026-01-12'], 2, ['2026-01-19', '2026-01-26']],
    [['2026-01-15', '2026-02-15'], 2, ['2026-03-15', '2026-04-15']],
    [['2026-11'], 2, ['2026-12', '2027-01']],
    [['YP-009'], 2, ['YP-010', 'YP-011']],
    [['A2', 'A4'], 2, ['A6', 'A8']],
    [['2026-01-31', '2026-02-28'], 3, ['2026-03-31', '2026-04-30', '2026-05-31']],
    [['2026-06-30', '2026-03-31'], 2, ['2025-12-31', '2025-09-30']],
    [['1号楼'], 2, ['2号楼', '3号楼']],
    [['08栋', '10栋'], 2, ['12栋', '14栋']],
    [['3.5米'], 2, ['3.5米', '3.5米']],
    [['C30混凝土'], 2, ['C30混凝土', 'C30混凝土']],
    [['星期五'], 4, ['星期六', '星期日', '星期一', '星期二']],
    [['周一', '周三'], 3, ['周五', '周日', '周二']],
    [['十一月'], 2, ['十二月', '一月']],
    [['第三季度'], 2, ['第四季度', '第一季度']],
    [['周五', '周四'], 2, ['周三', '周二']],
    [['周一', '周一'], 2, ['周一', '周一']],
    [['100081'], 2, ['100081', '100081']],
    [['110101199001011234'], 2, ['110101199001011234', '110101199001011234']],
    [['甲', '乙'], 3, ['甲', '乙', '甲']],
    [[null], 2, [null, null]],
    [['', '2026-01-01'], 2, ['', '2026-01-01']],
  ])('%j goes on %i times as %j', (source, count, expected) => expect(values(source, count)).toEqual(expected));

  test.each([
    [['2026-01-02'], ['2026-01-01', '2025-12-31']],
    [['2026-01'], ['2025-12', '2025-11']],
    [['A-05'], ['A-04', 'A-03']],
    [['3号楼'], ['2号楼', '1号楼']],
    [['周一'], ['周日', '周六']],
    [
      [2, 1],
      [0, -1],
    ],
    [[5], [5, 5]],
  ])('%j pulled upwards counts down: %j', (source, expected) => {
    expect(
      continueSeries(source, 2, { isBackward: true }).map((filled) =>
        'from' in filled ? source[filled.from] : filled.value,
      ),
    ).toEqual(expected);
  });

  test.each([
    [[5], [6, 7]],
    [[1.5], [2.5, 3.5]],
    [['A-05'], ['A-05', 'A-05']],
    [['2026-01-02'], ['2026-01-02', '2026-01-02']],
    [
      [1, 2],
      [1, 2],
    ],
    [['甲'], ['甲', '甲']],
  ])('%j with Ctrl goes on as %j', (source, expected) => {
    expect(
      continueSeries(source, 2, { isInverted: true }).map((filled) =>
        'from' in filled ? source[filled.from] : filled.value,
      ),
    ).toEqual(expected);
  });

  test.each([
    ['YYYY/MM/DD', ['2026/01/31'], ['2026/02/01', '2026/02/02']],
    ['YYYYMMDD', ['20260130', '20260131'], ['20260201', '20260202']],
    ['YYYY-MM-DD HH:mm', ['2026-01-31 08:59'], ['2026-02-01 08:59', '2026-02-02 08:59']],
    ['YYYY-MM-DD HH:mm', ['2026-01-31 08:00', '2026-02-28 08:00'], ['2026-03-31 08:00', '2026-04-30 08:00']],
    ['YYYYMM', ['202612'], ['202701', '202702']],
    ['YYYY-MM-DD', ['第3天'], ['第3天', '第3天']],
    ['YYYY', ['2025', '2026'], ['2027', '2028']],
  ])('in a date column with the format %s, %j goes on as %j', (dateFormat, source, expected) => {
    expect(
      continueSeries(source, 2, { dateFormat }).map((filled) =>
        'from' in filled ? source[filled.from] : filled.value,
      ),
    ).toEqual(expected);
  });

  test('of two numbers keeps their difference exactly, whatever they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -1000, max: 1000 }), (start, step) => {
        const cents = (n: number): number => n / 100;
        expect(values([cents(start), cents(start + step)], 5)).toEqual(
          [2, 3, 4, 5, 6].map((k) => cents(start + step * k) + 0),
        );
      }),
    );
  });
});

describe('the fill handle', () => {
  const block = { top: 2, bottom: 3, left: 1, right: 2 };
  test.each([
    [5, 2, { top: 4, bottom: 5, left: 1, right: 2 }],
    [0, 1, { top: 0, bottom: 1, left: 1, right: 2 }],
    [3, 4, { top: 2, bottom: 3, left: 3, right: 4 }],
    [2, 0, { top: 2, bottom: 3, left: 0, right: 0 }],
    [6, 4, { top: 4, bottom: 6, left: 1, right: 2 }],
    [2, 1, null],
  ])('let go at row %i, column %i covers %j', (index, column, expected) =>
    expect(fillArea(block, index, column)).toEqual(expected),
  );
});

describe('work in slices', () => {
  test('does every item once and in order, and a short list within the call', async () => {
    const seen: number[] = [];
    const whole = runInSlices({
      itemCount: 5,
      step: (i) => {
        seen.push(i);
      },
    });
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(await whole).toBe(true);
  });

  test('gives way between slices and stops at the signal', async () => {
    const stop = new AbortController();
    const told: number[] = [];
    let done = 0;
    const isWhole = await runInSlices({
      itemCount: 100_000,
      signal: stop.signal,
      step: () => {
        done += 1;
        const end = performance.now() + 0.2;
        while (performance.now() < end);
      },
      onProgress: (count) => {
        told.push(count);
        if (told.length === 3) stop.abort();
      },
    });
    expect(isWhole).toBe(false);
    expect(told).toHaveLength(3);
    expect(done).toBe(told[2]);
  });

  test('runs one job of a table at a time', async () => {
    const jobs = createJobs(createTopics());
    let release: () => void = () => undefined;
    const first = jobs.runAsync(
      '正在查找',
      1,
      () =>
        new Promise<string>((resolve) => {
          release = () => resolve('好');
        }),
    );
    expect(
      await jobs.runSteps({
        title: '正在粘贴',
        count: 1,
        step: () => {
          throw new Error('not while another runs');
        },
      }),
    ).toBe(false);
    release();
    expect(await first).toBe('好');
    expect(await jobs.runSteps({ title: '正在粘贴', count: 1, step: () => undefined })).toBe(true);
  });
});
