import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptChanges, toRowSourceResults, toFillCheck } from '../../../../src/server/records/save/acceptChanges.ts';
import {
  isLarge,
  judgeChanges,
  countLargeSaves,
  MAX_EVENT_LOOP_CELLS,
  MAX_EVENT_LOOP_WORK,
  MAX_LARGE_SAVES_PER_PERSON,
} from '../../../../src/server/records/save/judge/judgeChanges.ts';
import type { FormAction } from '../../../../src/effects/index.ts';
import { dialogForm } from '../../../../src/server/records/relations/dialogForms.ts';
import { loadForm } from '../../../../src/server/documents/index.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { situationOf } from '../../../../src/server/records/read/situationOf.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

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

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  await publishForm(server.context, { formKey: 'costlySave', formName: '耗时', definition: costly, note: '', author });
});
afterAll(() => server.dispose());

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
        isFillReturned: toFillCheck(change.filled),
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
