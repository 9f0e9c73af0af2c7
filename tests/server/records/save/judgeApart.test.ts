import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acceptChanges,
  toIsFillReturned,
  toRowSourceResults,
} from '../../../../src/server/records/save/acceptChanges.ts';
import {
  countLargeSaves,
  isLarge,
  judgeChanges,
  MAX_EVENT_LOOP_CELLS,
  MAX_EVENT_LOOP_WORK,
  MAX_LARGE_SAVES_PER_PERSON,
} from '../../../../src/server/records/save/judge/judgeChanges.ts';
import type { FormAction } from '../../../../src/effects/index.ts';
import { dialogForm } from '../../../../src/server/records/relations/dialogForms.ts';
import { loadForm } from '../../../../src/server/documents/index.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { situationOf } from '../../../../src/server/records/read/situationOf.ts';
import { author, paths, recordsOf } from '../../support/sealDemo.ts';
import { type Client, startTestServer, type TestServer } from '../../support.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { updateRecord } from '../../../../src/server/records/columns/storeRecords.ts';

let server: TestServer;
let staff: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, admin] = await Promise.all([server.api('staff'), server.api('admin')]);
  await publishForm(server.context, { formKey: 'costlySave', formName: '耗时', definition: costly, note: '', author });
  await publishForm(server.context, { formKey: 'largeDemo', formName: '大单据', definition: FORM, note: '', author });
});
afterAll(() => server.dispose());

const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });

/** A formula that compares every row with every other: few rows, much work. */
const costly = {
  access: { createRoles: ['*'] },
  fields: [
    number('ok', { computed: 'items.all(a, items.exists(b, b.n >= a.n - a.n && b.n < 0 || b.n == a.n)) ? 1 : 0' }),
    { tag: 'el-input', __vModel__: 'locked', label: '锁定', readonly: true },
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '明细',
      commonAdd: '1',
      children: [number('n'), number('twice', { computed: 'n * 2' })],
    },
  ],
};

/** The same fields, with another multiple in the column `twice`. */
const fieldsWith = (factor: number): object[] => [
  ...costly.fields.slice(0, 2),
  { ...costly.fields[2], children: [number('n'), number('twice', { computed: `n * ${factor}` })] },
];

const rowsOf = (length: number) =>
  Array.from({ length }, (_none, index) => ({ id: `r${index}`, fieldsMap: { n: index % 40 === 0 ? index : 1 } }));

const save = (client: Client, rows: object[], fieldsMap: object = {}) =>
  client.post<{ childTables: { items: { fieldsMap: Record<string, unknown> }[] } }>(
    '/api/system/frmCrud/saveOrUpdate/costlySave',
    { fieldsMap, childTables: { items: rows } },
  );

/** Rows enough that formulas cost more than the event loop gives them, and less than a save may cost. */
const MANY = 1_500;

const changeOf = async (length: number, fieldsMap: Record<string, unknown> = {}) => ({
  form: (await loadForm(server.context, server.context.db, 'costlySave')).form,
  stored: null,
  sent: { fieldsMap, childTables: { items: rowsOf(length) } },
  situation: situationOf({
    user: { id: 'u-staff', name: '周明轩', roles: ['staff'], permissions: [], fieldRules: {} } as never,
    formKey: 'costlySave',
    row: null,
    rules: null,
    isEdit: true,
    isTask: false,
  }),
  strictness: 'complete' as const,
  verdicts: new Map(),
  filled: new Map(),
});

describe('a save that costs much', () => {
  it('is judged beside the event loop, which answers others meanwhile', async () => {
    let isSaved = false;
    const saving = save(staff, rowsOf(MANY)).then((answer) => {
      isSaved = true;
      return answer;
    });
    await expect.poll(() => countLargeSaves('u-staff'), { interval: 5, timeout: 20_000 }).toBe(1);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect([isSaved, countLargeSaves('u-staff')]).toEqual([false, 1]);
    expect((await saving).code).toBe('1');
    expect(countLargeSaves('u-staff')).toBe(0);
  });

  it('is one of a share of its person: further ones come again, and other people’s go on', async () => {
    const change = await changeOf(MANY);
    const told = (userId: string) =>
      judgeChanges(change, userId).then(
        () => 'judged',
        (error: { code?: string }) => error.code,
      );
    const own = Array.from({ length: MAX_LARGE_SAVES_PER_PERSON + 2 }, () => told('u-staff'));
    const other = told('u-leader');
    expect(countLargeSaves('u-staff')).toBe(MAX_LARGE_SAVES_PER_PERSON);
    expect(await Promise.all(own)).toEqual([
      ...Array.from({ length: MAX_LARGE_SAVES_PER_PERSON }, () => 'judged'),
      'SAVE_LIMIT',
      'SAVE_LIMIT',
    ]);
    expect(await other).toBe('judged');
    expect(await told('u-staff')).toBe('judged');
  });

  it('comes to the same in the thread as on the loop, refusals among it', async () => {
    for (const fieldsMap of [{}, { locked: '改' }, { ok: 7 }]) {
      const change = await changeOf(MANY, fieldsMap);
      const here = acceptChanges({
        ...change,
        rowSourceResults: toRowSourceResults(change.verdicts),
        isFillReturned: toIsFillReturned(change.filled),
      });
      expect(await judgeChanges(change, 'u-staff')).toEqual(here);
    }
  });

  it('is told from a small one by its cells and by its work', async () => {
    const small = await changeOf(3);
    expect(isLarge(small)).toBe(false);
    const columns = 2;
    expect(isLarge(await changeOf(MAX_EVENT_LOOP_CELLS / columns + 1))).toBe(true);
    // a small one never asks for a thread
    const judging = judgeChanges(small, 'u-small');
    expect(countLargeSaves('u-small')).toBe(0);
    await judging;
    // little work and many cells, or few cells and much work
    expect(MANY * columns).toBeLessThan(MAX_EVENT_LOOP_CELLS);
    expect(MANY * MANY).toBeGreaterThan(MAX_EVENT_LOOP_WORK);
  });

  it('is refused as before when it costs too much in all', async () => {
    expect(
      (
        await save(
          staff,
          rowsOf(12_000).map((row, n) => ({ ...row, fieldsMap: { n } })),
        )
      ).code,
    ).toBe('ROW_WORK');
    expect(countLargeSaves('u-staff')).toBe(0);
  });

  it('goes by the version of the form that it is of, also after another was published', async () => {
    const first = await save(staff, rowsOf(MANY));
    expect(first.data.childTables.items[1]?.fieldsMap['twice']).toBe(2);
    await publishForm(server.context, {
      formKey: 'costlySave',
      formName: '耗时',
      definition: { ...costly, fields: fieldsWith(3) },
      note: '',
      author,
    });
    expect((await save(staff, rowsOf(MANY))).data.childTables.items[1]?.fieldsMap['twice']).toBe(3);
  });

  it('goes by the dialog that it is of: the dialogs of all buttons of a form have its key, and no version', async () => {
    const change = await changeOf(MANY);
    const multipleIn = async (factor: number): Promise<unknown> => {
      const action = { key: `by${factor}`, label: '倍数', dialog: fieldsWith(factor), effects: [] };
      const form = dialogForm(server.context, change.form, action as unknown as FormAction);
      const { values } = await judgeChanges({ ...change, form }, 'u-staff');
      return values.childTables['items']?.[1]?.fieldsMap['twice'];
    };
    expect([await multipleIn(4), await multipleIn(5)]).toEqual([4, 5]);
  });
});

const TEXTS = Array.from({ length: 6 }, (_none, index) => `text${index}`);

const FORM = {
  fields: [
    ...TEXTS.map((key) => ({ tag: 'el-input', __vModel__: key, label: key, isList: '1' })),
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      columns: [{ tag: 'el-input', __vModel__: 'note', label: '说明' }],
    },
  ],
};

const long = (length: number, letter = 'a'): string => letter.repeat(length);

const row = (id: string, note: string) => ({ id, fieldsMap: { note } });

const form = () => recordsOf(staff, 'largeDemo');

describe('how much a record holds', () => {
  it('a text or cell that is too long is refused at its place; what was stored so may stay', async () => {
    const refused = await form().save({
      fieldsMap: { text0: long(100_001) },
      childTables: { rows: [row('a', 'x'), row('b', long(100_001))] },
    });
    expect(refused).toMatchObject({ status: 422, code: 'RECORD_INVALID' });
    expect(paths(refused)).toEqual([
      ['fieldsMap', 'text0'],
      ['childTables', 'rows', 1, 'fieldsMap', 'note'],
    ]);

    const kept = await form().save({ fieldsMap: { text0: 'x' } });
    await server.context.db.transaction().execute((trx) =>
      updateRecord(trx, 'largeDemo', kept.data.id ?? '', {
        before: { fieldsMap: {}, childTables: {} },
        after: { fieldsMap: { text0: long(150_000) }, childTables: {} },
        system: {},
      }),
    );
    expect(
      await form().save({ id: kept.data.id ?? '', revision: 1, fieldsMap: { text0: long(150_000), text1: '加一句' } }),
    ).toMatchObject({ code: '1' });
  });

  it('nor do many texts together make it larger, not by several saves either', async () => {
    let { data } = await form().save({ fieldsMap: { text0: long(90_000), text1: long(90_000), text2: long(90_000) } });
    const refused = await form().save({
      id: data.id ?? '',
      revision: data.revision ?? 0,
      fieldsMap: { text3: long(90_000) },
    });
    expect(refused).toMatchObject({ status: 422, code: 'RECORD_INVALID' });
    data = (
      await form().save({
        id: data.id ?? '',
        revision: data.revision ?? 0,
        fieldsMap: { text0: '', text3: long(90_000) },
      })
    ).data;
    expect(data.fieldsMap['text3']).toHaveLength(90_000);
  });

  it('nor do the tables of several saves come to more than one save may bring', async () => {
    const table = (key: string) => ({ ...FORM.fields.at(-1), __vModel__: key, label: key });
    const definition = { fields: [table('first'), table('second')] };
    await publishForm(server.context, { formKey: 'largeTables', formName: '两张大表', definition, note: '', author });
    const tables = recordsOf(staff, 'largeTables');
    // neither is too large by itself; what is stored is the smaller one, for storing takes longer than refusing
    const rows = Array.from({ length: 235 }, (_none, index) => row(`r${index}`, long(95_000)));
    const { data, code } = await tables.save({ childTables: { first: rows.slice(0, 32) } });
    expect(code).toBe('1');
    const saved = { id: data.id ?? '', revision: data.revision ?? 0 };
    expect(await tables.save({ ...saved, childTables: { second: rows } })).toMatchObject({
      status: 413,
      code: 'REQUEST_TOO_LARGE',
    });
    expect(await tables.save({ ...saved, childTables: { second: rows.slice(0, 5) } })).toMatchObject({ code: '1' });
  });

  it('names that no form has are refused before each of them is judged, and none is stored', async () => {
    const many = (value: unknown): Record<string, unknown> =>
      Object.fromEntries(Array.from({ length: 20_000 }, (_none, index) => [`k${index}`, value]));
    expect(await form().save({ fieldsMap: many(1) })).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    expect(await form().save({ childTables: many([]) as never })).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
    });
    const { data } = await form().save({ childTables: { unknown: [], rows: [row('a', '一')] } });
    const stored = await server.context.db
      .selectFrom(await recordsIn(server, 'largeDemo'))
      .select('child_tables')
      .where('id', '=', data.id ?? '')
      .executeTakeFirstOrThrow();
    expect(Object.keys(stored.child_tables)).toEqual(['rows']);
  });
});

describe('the past of a large record', () => {
  it('is answered within a bound, with the number of all changes', async () => {
    const rows = (letter: string) =>
      Array.from({ length: 20 }, (_none, index) => row(`r${index}`, long(90_000, letter)));
    let { data } = await form().save({ childTables: { rows: rows('a') } });
    // the changes of three saves together are larger than the answer may be
    const letters = usualOrLong('bcd', 'bcdefg');
    for (const letter of letters)
      ({ data } = await form().save({
        id: data.id ?? '',
        revision: data.revision ?? 0,
        childTables: { rows: rows(letter) },
      }));
    const past = await staff.get<{ data: { count: number; changes: unknown[] }[] }>(
      `/api/system/frmCrud/history/largeDemo?id=${data.id}&pageSize=100`,
    );
    expect(past.data.data.map(({ count }) => count)).toEqual([...Array.from(letters, () => 20), 0]);
    expect(past.data.data[0]?.changes).toHaveLength(20);
    expect(JSON.stringify(past.data).length).toBeLessThan(8_000_000);
    const log = await admin.post<{ data: { objectId: string; changes: unknown[]; note: string }[] }>(
      '/api/system/sysAudit/getRecordList',
      { data: { objectId: data.id }, page: { pageNum: 1, pageSize: 50 } },
    );
    expect(log.code, log.msg).toBe('1');
    expect(log.data.data.every(({ changes, note }) => changes.length === 0 && note !== '')).toBe(true);
  });
});

describe('questions to a list', () => {
  const list = (conditions: object[]) => form().list({ conditions });

  it('fifty conditions of two hundred values each are one comparison each', async () => {
    const values = Array.from({ length: 200 }, (_none, index) => `v${index}`);
    const conditions = (field: string, value: unknown[]) =>
      Array.from({ length: 50 }, () => ({ field, op: 'in', value }));
    expect(await list(conditions('text0', values))).toMatchObject({ code: '1', data: { data: [] } });
    expect(
      await list(
        conditions(
          'createTime',
          values.map((_value, index) => `2026-01-01 00:00:${String(index % 60).padStart(2, '0')}`),
        ),
      ),
    ).toMatchObject({ code: '1', data: { data: [] } });
    expect(
      await list(
        conditions(
          'version',
          values.map((_value, index) => index + 10),
        ),
      ),
    ).toMatchObject({ code: '1', data: { data: [] } });
  });

  it.each(['eq', 'contains', 'in', 'gte', 'range'])(
    'a text longer than anybody looks for is refused (%s)',
    async (op) => {
      const value = long(5_000);
      expect(
        await list([{ field: 'text0', op, value: op === 'in' || op === 'range' ? [value, 'x'] : value }]),
      ).toMatchObject({ status: 400, code: 'REQUEST_INVALID' });
    },
  );
});
