import { describe, expect, test } from 'vitest';
import type { CompiledColumn, Row } from '../../../src/kernel/form.ts';
import { newRowId } from '../../../src/domain/rowId.ts';
import { createFormulas } from '../../../src/widgets/subTable/store/formulas.ts';
import { readRows, createRowStore, type RowStore } from '../../../src/widgets/subTable/store/rowStore.ts';
import { createBatch } from '../../../src/widgets/subTable/store/batch.ts';
import {
  createCopies,
  createEdit,
  createInsertion,
  createMove,
  createRemoval,
} from '../../../src/widgets/subTable/store/operations.ts';
import { createTopics } from '../../../src/widgets/subTable/store/topics.ts';
import { createTotals } from '../../../src/widgets/subTable/store/totals.ts';
import fc from '../../support/fc.ts';

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** amount = quantity * price; taxed = amount * rate of the form. */
function columnsOf(form: { rate: number }): CompiledColumn[] {
  const column = (key: string, computed?: string, compute: CompiledColumn['compute'] = null) =>
    ({ key, node: { computed }, compute }) as unknown as CompiledColumn;
  return [
    column('taxed', 'amount * form.rate', (scope) => number(scope.row?.amount) * form.rate),
    column('amount', 'quantity * price', (scope) => number(scope.row?.quantity) * number(scope.row?.price)),
    column('quantity'),
    column('price'),
    column('name'),
  ];
}

function setup(value: unknown, form = { rate: 2 }) {
  const emitted: (readonly Row[])[] = [];
  const topics = createTopics();
  const columns = columnsOf(form);
  const scope = () => ({ values: {}, situation: null as never });
  const store = createRowStore({
    value,
    topics,
    formulas: createFormulas(columns, scope),
    totals: createTotals([
      { key: 'amount', kind: 'sum' },
      { key: 'quantity', kind: 'max' },
      { key: 'price', kind: 'avg' },
      { key: 'name', kind: 'count' },
    ]),
    onEmit: (rows) => emitted.push(rows),
  });
  return { store, emitted, topics };
}

const rowOf = (quantity: number, price: number, name = ''): Row => ({
  id: newRowId(),
  fieldsMap: { quantity, price, name },
});

const values = fc.record({
  quantity: fc.integer({ min: -50, max: 50 }),
  price: fc.integer({ min: 0, max: 9999 }).map((n) => n / 100),
  name: fc.constantFrom('', '甲', '乙'),
});
const operation = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.nat(),
    rows: fc.array(values, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.array(fc.nat(), { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('copy' as const), at: fc.nat() }),
  fc.record({
    kind: fc.constant('edit' as const),
    at: fc.nat(),
    values: fc.oneof(
      values,
      values.map(({ quantity }) => ({ quantity })),
    ),
  }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({
    kind: fc.constant('paste' as const),
    at: fc.nat(),
    block: fc.array(values, { minLength: 1, maxLength: 5 }),
  }),
  fc.constant({ kind: 'undo' as const }),
  fc.constant({ kind: 'redo' as const }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

function paste(store: RowStore, at: number, block: readonly Record<string, unknown>[]): void {
  const batch = createBatch(store, () => rowOf(0, 0));
  const rows = store.all();
  block.forEach((values, i) => {
    const row = rows[at + i];
    if (row) batch.edit(row, at + i, values);
    else batch.append(values);
  });
  batch.commit();
}

function perform(store: RowStore, step: Operation): void {
  const rows = store.all();
  const size = rows.length;
  if (step.kind === 'undo') {
    store.undo();
    return;
  }
  if (step.kind === 'redo') {
    store.redo();
    return;
  }
  if (step.kind === 'insert')
    store.commit(
      createInsertion(
        step.at % (size + 1),
        step.rows.map((fieldsMap) => ({ id: newRowId(), fieldsMap })),
      ),
    );
  else if (step.kind === 'paste') paste(store, step.at % (size + 1), step.block);
  else if (size === 0) return;
  else if (step.kind === 'remove') store.commit(createRemoval(rows, new Set(step.at.map((i) => rows[i % size].id))));
  else if (step.kind === 'copy') store.commit(createCopies([rows[step.at % size]], (step.at % size) + 1));
  else if (step.kind === 'edit') store.commit(createEdit(rows, [{ index: step.at % size, values: step.values }]));
  else store.commit(createMove(rows, step.at % size, step.to % size));
}

/** Everything said of rows, worked out from scratch. */
function recount(rows: readonly Row[]) {
  const cents = rows.reduce(
    (sum, { fieldsMap: { quantity, price } }) => sum + Math.round(number(quantity) * number(price) * 100),
    0,
  );
  return {
    amount: rows.length === 0 ? null : cents / 100,
    quantity: rows.length === 0 ? null : Math.max(...rows.map((row) => number(row.fieldsMap.quantity))),
    name: rows.filter((row) => row.fieldsMap.name !== '').length,
  };
}

describe('the row store, after any sequence of operations', () => {
  test('keeps ids unique, formulas and totals equal to a recomputation, and emits exactly its rows', () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 5 }), fc.array(operation, { maxLength: 30 }), (initial, steps) => {
        const { store, emitted } = setup(initial.map((fieldsMap) => ({ id: newRowId(), fieldsMap })));
        for (const step of steps) {
          const count = emitted.length;
          const before = store.all();
          perform(store, step);
          const rows = store.all();
          expect(emitted.length - count).toBe(rows === before ? 0 : 1);
          if (rows !== before) expect(emitted.at(-1)).toBe(rows);
          expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
          for (const { fieldsMap } of rows) {
            expect(fieldsMap.amount).toBe(number(fieldsMap.quantity) * number(fieldsMap.price));
            expect(fieldsMap.taxed).toBe(number(fieldsMap.amount) * 2);
          }
          const expected = recount(rows);
          if (expected.amount === null) expect(store.total('amount')).toBeNull();
          else expect(store.total('amount')).toBeCloseTo(expected.amount, 8);
          expect(store.total('quantity')).toBe(expected.quantity);
          expect(store.total('name')).toBe(expected.name);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('undoing everything gives the loaded rows back, and redoing everything the last ones', () => {
    fc.assert(
      fc.property(
        fc.array(values, { maxLength: 5 }),
        fc.array(
          operation.filter((step) => step.kind !== 'undo' && step.kind !== 'redo'),
          { maxLength: 20 },
        ),
        (initial, steps) => {
          const { store } = setup(initial.map((fieldsMap) => ({ id: newRowId(), fieldsMap })));
          const first = store.all();
          for (const step of steps) perform(store, step);
          const last = store.all();
          while (store.canUndo()) store.undo();
          expect(store.all()).toEqual(first);
          while (store.canRedo()) store.redo();
          expect(store.all()).toEqual(last);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('one change', () => {
  test('leaves the identity of every other row alone', () => {
    const rows = [rowOf(1, 2), rowOf(3, 4), rowOf(5, 6)];
    const { store } = setup(rows);
    const before = store.all();
    store.commit(createEdit(before, [{ index: 1, values: { quantity: 9 } }]));
    expect(store.all()[0]).toBe(before[0]);
    expect(store.all()[2]).toBe(before[2]);
    expect(store.all()[1].fieldsMap).toMatchObject({ quantity: 9, amount: 36, taxed: 72 });
  });

  test('wakes the listeners of its own row and no other', () => {
    const rows = [rowOf(1, 2), rowOf(3, 4)];
    const { store, topics } = setup(rows);
    const woken: string[] = [];
    for (const [i, row] of rows.entries()) topics.subscribe(`row:${row.id}`, () => woken.push(`row ${i}`));
    topics.subscribe('structure', () => woken.push('structure'));
    store.commit(createEdit(store.all(), [{ index: 1, values: { price: 7 } }]));
    expect(woken).toEqual(['row 1']);
  });

  test('that changes nothing emits nothing', () => {
    const { store, emitted } = setup([rowOf(1, 2)]);
    store.commit(createEdit(store.all(), [{ index: 0, values: { quantity: 1 } }]));
    store.commit(createRemoval(store.all(), new Set(['nobody'])));
    expect(emitted).toHaveLength(0);
  });

  test('in a batch of several is emitted once (SL-003)', () => {
    const { store, emitted, topics } = setup([rowOf(1, 2)]);
    topics.batch(() => {
      store.commit(createInsertion(1, [rowOf(1, 1)]));
      store.commit(createEdit(store.all(), [{ index: 0, values: { quantity: 4 } }]));
    });
    expect(emitted).toHaveLength(1);
    expect(emitted[0]).toHaveLength(2);
  });
});

test('a batch writes into the rows it was given, wherever they are when they are written', () => {
  const rows = [rowOf(1, 2), rowOf(3, 4), rowOf(5, 6)];
  const { store } = setup(rows);
  const batch = createBatch(store, () => rowOf(0, 0));
  batch.edit(store.all()[0], 0, { quantity: 10 });
  const [, second, third] = store.all();
  store.commit(createRemoval(store.all(), new Set([rows[0].id])));
  batch.edit(second, 1, { quantity: 30 });
  batch.edit(third, 2, { quantity: 50 });
  batch.commit();
  expect(store.all().map(({ fieldsMap }) => fieldsMap.quantity)).toEqual([30, 50]);
});

describe('history', () => {
  test('typing in one cell is one step, and Esc takes all of it back', () => {
    const { store } = setup([rowOf(1, 2)]);
    const before = store.all()[0];
    for (const quantity of [2, 23, 234])
      store.commit(createEdit(store.all(), [{ index: 0, values: { quantity } }]), { token: 'stay-1' });
    expect(store.dirty.isCellDirty(store.all()[0], 'quantity')).toBe(true);
    store.revert('stay-1');
    expect(store.all()[0]).toEqual(before);
    expect(store.dirty.isCellDirty(store.all()[0], 'quantity')).toBe(false);
    expect(store.canUndo()).toBe(false);
  });

  test('rows follow a form field their formula reads, and an undo does not bring its old value back', () => {
    const form = { rate: 2 };
    const { store } = setup([rowOf(1, 10)], form);
    store.commit(createEdit(store.all(), [{ index: 0, values: { quantity: 2 } }]));
    form.rate = 3;
    store.recompute();
    expect(store.all()[0].fieldsMap.taxed).toBe(60);
    store.undo();
    expect(store.all()[0].fieldsMap).toMatchObject({ quantity: 1, taxed: 30 });
  });
});

describe('totals', () => {
  test('are decimal: a tenth added ten times is one', () => {
    const { store } = setup(Array.from({ length: 10 }, () => rowOf(1, 0.1)));
    expect(store.total('amount')).toBe(1);
  });

  test('of amounts beyond the safe integers of cents stay exact', () => {
    const totals = createTotals([{ key: 'a', kind: 'sum' }]);
    const rows = ['90071992547409.93', '90071992547409.93', '0.01'].map((text, i) => ({
      id: String(i),
      fieldsMap: { a: Number(text) },
    }));
    expect(totals.value('a', rows)).toBe(Number('180143985094819.87'));
  });

  test('ignore text that is not a number', () => {
    const totals = createTotals([{ key: 'a', kind: 'sum' }]);
    expect(
      totals.value(
        'a',
        ['1.5', 'x', null, '', 2].map((a, i) => ({ id: String(i), fieldsMap: { a } })),
      ),
    ).toBe(3.5);
  });
});

describe('a stored value', () => {
  test.each([[null], ['text'], [{}], [[null, 3, 'x', []]]])('%j that is no list of rows reads as no rows', (value) => {
    expect(readRows(value)).toEqual([]);
  });

  test('of flat rows is read as rows, and repeated ids are told apart', () => {
    const rows = readRows([{ id: 'a', name: '甲' }, { id: 'a', fieldsMap: { name: '乙' } }, { name: '丙' }]);
    expect(rows.map((row) => row.fieldsMap.name)).toEqual(['甲', '乙', '丙']);
    expect(new Set(rows.map((row) => row.id)).size).toBe(3);
    expect(rows[0].id).toBe('a');
  });
});

test('an insertion into a long table reads no row but the inserted one', () => {
  let reads = 0;
  const watched = (row: Row): Row => ({
    id: row.id,
    get fieldsMap() {
      reads += 1;
      return { ...row.fieldsMap, amount: 2, taxed: 4 };
    },
  });
  const { store } = setup(Array.from({ length: 100 }, () => watched(rowOf(1, 2))));
  expect(store.total('amount')).toBe(200);
  reads = 0;
  store.commit(createInsertion(50, [rowOf(3, 4)]));
  expect(store.total('amount')).toBe(212);
  expect(reads).toBe(0);
});
