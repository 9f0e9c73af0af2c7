import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/index.ts';
import { columnsOf, compareColumns, recordTable } from '../../../../src/server/records/index.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { usualOrLong } from '../../../support/tier.ts';
import { storeMany } from '../../../support/storeMany.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

/** Of 40 digits, as JSON says it and a double keeps it. */
const FORTY_DIGITS = Number('1234567890123456789012345678901234567890');

const text = (key: string): object => ({ tag: 'el-input', __vModel__: key, label: key, isList: '1' });
const number = (key: string, more: object = {}): object => ({ ...text(key), tag: 'el-input-number', ...more });
const publish = (formKey: string, fields: readonly object[]): Promise<unknown> =>
  publishForm(server.context, { formKey, formName: formKey, note: '', author, definition: { fields } });
const titles = async (formKey: string, data: object): Promise<unknown[]> => {
  const { code, msg, data: found } = await recordsOf(admin, formKey).list(data, { pageNum: 1, pageSize: 50 });
  expect([code, msg]).toEqual(['1', expect.any(String)]);
  return found.data.map(({ fieldsMap }) => fieldsMap['name']);
};
const save = async (formKey: string, fieldsMap: Record<string, unknown>): Promise<string> => {
  const saved = await recordsOf(admin, formKey).save({ fieldsMap });
  return saved.code === '1' ? (saved.data.id ?? '') : `${saved.code} ${saved.msg}`;
};
const same = async (formKey: string): Promise<void> =>
  expect(await compareColumns(server.context.db, formKey)).toEqual([]);

describe('values that columns find hard', () => {
  it('keys of 200 characters, with quotes, and such as differ in nothing that a key may have, are renamed with their place, each with its own column', async () => {
    const keys = [`${'k'.repeat(199)}a`, `${'k'.repeat(199)}b`, 'k"; drop table frm_table; --', "k'k", 'k"k'];
    const definition = { fields: [text('name'), ...keys.map(text)] };
    const saved = await admin.post<{ problems: { code: string; path: unknown[]; params: { renamed: string } }[] }>(
      '/api/system/frmDef/saveDraft',
      { formKey: 'valueKeys', formName: '键', definition },
    );
    const renamed = saved.data.problems.filter(({ code }) => code === 'DOC_KEY');
    expect(renamed.map(({ path }) => path)).toEqual(keys.map((_key, at) => ['fields', at + 1, '__vModel__']));
    expect((await admin.post('/api/system/frmDef/publish', { formKey: 'valueKeys', note: '' })).msg).toBe('发布成功');
    const { tables } = await columnsOf(server.context.db, 'valueKeys');
    const own = tables.main.columns.map(({ key }) => key).filter((key) => key !== 'name');
    expect([new Set(own).size, new Set(tables.main.columns.map(({ name }) => name)).size]).toEqual([5, 6]);
    for (const key of own) await save('valueKeys', { name: key, [key]: '有' });
    for (const field of own)
      expect(await titles('valueKeys', { conditions: [{ field, op: 'eq', value: '有' }] })).toEqual([field]);
    await same('valueKeys');
  });

  it('keys with a dollar sign, a hyphen, 64 characters, in other capitals, are each their own column', async () => {
    const keys = ['a$b', '$ab', 'a-b', 'a_b', 'A_b', '项目-名称', `${'长'.repeat(63)}甲`, `${'长'.repeat(63)}乙`];
    await publish('valueNames', [text('name'), ...keys.map(text)]);
    for (const key of keys) await save('valueNames', { name: key, [key]: '有' });
    for (const field of keys)
      expect(await titles('valueNames', { conditions: [{ field, op: 'eq', value: '有' }] })).toEqual([field]);
    await same('valueNames');
  });

  it('numbers of 40 digits, of three decimals where two are written, and days of year 1 are refused with their field, in drafts too', async () => {
    const date = (key: string, type: string): object => ({ ...text(key), tag: 'el-date-picker', type });
    await publish('valueRanges', [
      text('name'),
      number('n', { precision: 2 }),
      date('d', 'date'),
      date('t', 'datetime'),
    ]);
    const refused = async (key: string, value: unknown): Promise<unknown> => {
      const saved = await recordsOf(admin, 'valueRanges').save({ fieldsMap: { [key]: value } });
      return [saved.code, ...(saved.data as unknown as { problems: { path: unknown; message: string }[] }).problems];
    };
    for (const [key, value, words] of [
      ['n', FORTY_DIGITS, '不能准确保存'],
      ['n', '1234567890123456789012345678901234567890', '类型不正确'],
      ['n', 5e-324, '最多 2 位小数'],
      ['n', 12.345, '最多 2 位小数'],
      ['d', '0001-01-01', '日期格式不正确'],
      ['t', '0001-01-01 00:00:00', '日期格式不正确'],
    ] as const)
      expect(await refused(key, value)).toEqual([
        'RECORD_INVALID',
        expect.objectContaining({ path: ['fieldsMap', key], message: expect.stringContaining(words) }),
      ]);
    await same('valueRanges');
  });

  it('what older rules let through is sorted and asked by as it stands in the document', async () => {
    const date = (key: string, type: string): object => ({ ...text(key), tag: 'el-date-picker', type });
    await publish('valueOld', [text('name'), number('n', { precision: 2 }), date('d', 'date'), date('t', 'datetime')]);
    const old: Record<string, Record<string, unknown>> = {
      四十位: { n: FORTY_DIGITS, d: '0001-01-01', t: '0001-01-01 00:00:00' },
      负四十位: { n: -FORTY_DIGITS, d: '9999-12-31', t: '9999-12-31 23:59:59' },
      极小: { n: 5e-324, d: '2026-02-30', t: '2026-02-28 24:00:00' },
      极大: { n: Number.MAX_VALUE, d: '0000-01-01', t: '没有' },
      三位小数: { n: 12.345, d: '2026-02-28', t: '2026-02-28T10:20:30.5Z' },
      文字: { n: '1234567890123456789012345678901234567890', d: 20260228, t: [] },
    };
    const names = Object.keys(old);
    await storeMany(server.context, 'valueOld', names.length, (n) => ({
      id: `old${n}`,
      fieldsMap: { name: names[n - 1], ...old[names[n - 1]!] },
    }));
    const by = (field: string, op: string, value?: unknown): Promise<unknown[]> =>
      titles('valueOld', { sort: { field, order: 'asc' }, conditions: [{ field, op, value }] });
    expect(await by('n', 'notEmpty')).toEqual(['负四十位', '极小', '三位小数', '四十位', '极大']);
    expect(await by('n', 'eq', 12.345)).toEqual(['三位小数']);
    expect(await by('n', 'eq', FORTY_DIGITS)).toEqual(['四十位']);
    expect(await by('n', 'gte', 1e39)).toEqual(['四十位', '极大']);
    expect(await by('d', 'notEmpty')).toEqual(['四十位', '三位小数', '负四十位']);
    expect(await by('d', 'eq', '0001-01-01')).toEqual(['四十位']);
    expect(await by('t', 'notEmpty')).toEqual(['四十位', '三位小数', '负四十位']);
    expect(await by('t', 'gte', '9999-12-31')).toEqual(['负四十位']);
    await same('valueOld');
  });

  it('texts of 100,000 characters are sorted by, searched and shown', async () => {
    await publish('valueTexts', [text('name'), text('long')]);
    const long = (start: string, end: string): string => `${start}${'长文字'.repeat(33_000)}${end}`;
    expect(long('甲', '尾声').length).toBeLessThanOrEqual(100_000);
    await save('valueTexts', { name: '乙', long: long('乙', '尾声') });
    const id = await save('valueTexts', { name: '甲一', long: long('甲', '一') });
    await save('valueTexts', { name: '甲二', long: long('甲', '丁') });
    expect(await save('valueTexts', { name: '过长', long: '长'.repeat(100_001) })).toMatch(/^RECORD_/);
    expect(await titles('valueTexts', { sort: { field: 'long', order: 'asc' } })).toEqual(['乙', '甲一', '甲二']);
    expect(await titles('valueTexts', { conditions: [{ field: 'long', op: 'contains', value: '字尾声' }] })).toEqual([
      '乙',
    ]);
    expect(String((await recordsOf(admin, 'valueTexts').get(id)).data.fieldsMap['long']).length).toBe(99_002);
    await same('valueTexts');
  });

  it('a title or an order of a roll-up of 90,000 characters does not hinder the indexes of its form', async () => {
    const fields = (...more: object[]): object[] => [{ ...text('name'), isTitle: '1', isSearch: '1' }, ...more];
    const up = { ...text('up'), tag: 'recordSelector', to: 'valueParent' };
    await publish('valueParent', fields());
    await publish('valueChild', fields(up, text('rank')));
    const rollup = { from: 'valueChild', via: 'up', fn: 'last', of: 'rank', by: 'rank' };
    await publish('valueParent', fields({ ...text('newest'), rollup }));
    // characters that repeat nowhere, so that no compression makes them fit an index
    const long = Array.from({ length: 90_000 }, (_none, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    ).join('');
    const parent = await save('valueParent', { name: long });
    for (const rank of ['甲', long, '乙'])
      expect(await save('valueChild', { name: long, up: parent, rank })).not.toContain(' ');
    expect(await titles('valueParent', { sort: { field: 'title', order: 'asc' } })).toEqual([long]);
    expect((await recordsOf(admin, 'valueParent').get(parent)).data.fieldsMap['newest']).toBe(
      ['甲', long, '乙'].sort().at(-1),
    );
    await same('valueChild');
  });

  it('of thousands of rows with one changed one row is written', { timeout: 120_000 }, async () => {
    await publish('valueRows', [
      text('name'),
      { tag: 'subTable', __vModel__: 'lines', label: '明细', children: [text('item'), number('count')] },
    ]);
    const count = usualOrLong(2_000, 20_000);
    const rows = Array.from({ length: count }, (_none, at) => ({
      id: `r${at}`,
      fieldsMap: { item: `物品 ${at}`, count: at },
    }));
    const form = recordsOf(admin, 'valueRows');
    const first = await form.save({ fieldsMap: { name: '一' }, childTables: { lines: rows } });
    expect([first.code, first.msg]).toEqual(['1', expect.any(String)]);
    const { db } = server.context;
    const { tables } = await columnsOf(db, 'valueRows');
    const table = sql.id(tables.rows.get('lines')!.name);
    const versions = async (): Promise<number[]> =>
      (
        await sql<{
          rows: number;
        }>`select count(*)::integer as rows from ${table} group by xmin::text order by 1`.execute(db)
      ).rows.map((row) => row.rows);
    expect(await versions()).toEqual([count]);
    rows[777]!.fieldsMap.count = -1;
    const changed = await form.save({
      id: first.data.id,
      revision: 1,
      fieldsMap: { name: '一' },
      childTables: { lines: rows },
    });
    expect(changed.code).toBe('1');
    expect(await versions()).toEqual([1, count - 1]);
    await same('valueRows');
    expect((await sql`select 1 from ${recordTable('valueRows')} where revision = 2`.execute(db)).rows.length).toBe(1);
  });

  it('two rows of one record with the same id are refused, and the columns of neither are written', async () => {
    const row = { id: 'twice', fieldsMap: { item: '甲', count: 1 } };
    const saved = await recordsOf(admin, 'valueRows').save({
      fieldsMap: { name: '二' },
      childTables: { lines: [row, { ...row, fieldsMap: { item: '乙', count: 2 } }] },
    });
    expect(saved.code).not.toBe('1');
    await same('valueRows');
  });
});
