import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LookupRequest } from '../../../src/rules/lookupAnswers.ts';
import { fakeServices as services } from '../../widgets/support.tsx';
import { record, session } from '../support.tsx';

const FIELDS = [
  { tag: 'el-input', __vModel__: 'item' },
  { tag: 'el-input-number', __vModel__: 'count' },
  {
    tag: 'el-input-number',
    __vModel__: 'amount',
    precision: 2,
    computed: "lookup('prices', it.item == item, 'price') * count",
  },
];
const PRICES: Readonly<Record<string, number>> = { 抗压: 120, 抗折: 50 };

let asked: LookupRequest[][];
const answering = () =>
  services({
    relations: {
      lookUp: (_form: string, _version: number | undefined, asks: readonly LookupRequest[]) => {
        asked.push([...asks]);
        return Promise.resolve(asks.map(({ values }) => ({ value: PRICES[String(values['item'])] ?? null })));
      },
    },
  } as never);

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
});
const rest = () => vi.advanceTimersByTimeAsync(1000);

describe('a formula that looks a value up', () => {
  test('is asked for when typing rests, once for each value, and computed when the answer is there', async () => {
    const form = session({ fields: FIELDS, services: answering() });
    await rest();
    asked = [];
    form.setValue('count', 2);
    form.setValue('item', '抗');
    form.setValue('item', '抗压');
    await rest();
    expect(form.values.amount).toBe(240);
    form.setValue('count', 3);
    await rest();
    expect(form.values.amount).toBe(360);
    expect(asked.flat().filter(({ values }) => values['item'] === '抗压')).toHaveLength(1);
    form.setValue('item', '没有');
    await rest();
    expect(form.values.amount ?? null).toBeNull();
  });

  test('keeps the stored value while what it reads is as stored, and comes back to it', async () => {
    const stored = record({ item: '抗折', count: 2, amount: 90 });
    const form = session({ fields: FIELDS, record: stored, services: answering() });
    await rest();
    expect(form.values.amount).toBe(90);
    expect(asked).toEqual([]);
    form.setValue('count', 3);
    await rest();
    expect(form.values.amount).toBe(150);
    form.setValue('count', 2);
    await rest();
    expect(form.values.amount).toBe(90);
  });

  test('a question that fails leaves the value, and is not repeated without end', async () => {
    let calls = 0;
    const failing = services({
      relations: {
        lookUp: () => {
          calls += 1;
          return Promise.reject(new Error('away'));
        },
      },
    } as never);
    const form = session({ fields: FIELDS, services: failing });
    form.setValue('item', '抗压');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toBeLessThan(3);
    expect(form.values.amount ?? null).toBeNull();
    // the message is drawn by a part that is loaded now: it must not come when the window is gone
    vi.useRealTimers();
    await waitFor(() => expect(document.body.textContent).toContain('公式所需的数据获取失败'));
  });
});
