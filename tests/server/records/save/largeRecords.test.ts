import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { author, paths, recordsOf } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { updateRecord } from '../../../../src/server/records/columns/storeRecords.ts';

let server: TestServer;
let staff: Client;
let admin: Client;

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

beforeAll(async () => {
  server = await startTestServer();
  await publishForm(server.context, { formKey: 'largeDemo', formName: '大单据', definition: FORM, note: '', author });
  [staff, admin] = await Promise.all([server.api('staff'), server.api('admin')]);
});
afterAll(() => server.dispose());

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
