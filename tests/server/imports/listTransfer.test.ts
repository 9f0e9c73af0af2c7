import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { xlsxFile } from '../../../src/server/archive/xlsxFile.ts';
import { zip } from '../../../src/server/archive/zip.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { openRows } from '../../../src/server/imports/stream/rows.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import {
  folder,
  FORM,
  FIELDS,
  removeBooks,
  publishTransfers,
  bookOf,
  rawBook,
  own,
  shares,
  rowOf,
  sheetOf,
  importList,
  rowsFrom,
} from './transferBooks.ts';

let server: TestServer;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  await publishTransfers(server);
  staff = await server.api('staff');
});
afterAll(async () => {
  await server.dispose();
  removeBooks();
});

const imported = (path: string, client = staff, name?: string, formKey?: string): ReturnType<typeof importList> =>
  importList(client, path, name, formKey);

describe('a list from a file', () => {
  it('is taken in row by row, every cell read by its field, and comes back as it was by an export', async () => {
    const state = await imported(await bookOf(rowsFrom(230, '甲')));
    expect(state).toMatchObject({ state: 'done', saved: 230, refused: 0, share: 1, bad: [] });
    expect(state.message).toContain('无此列');
    const { data } = await recordsOf(staff, FORM).list({ conditions: [{ field: 'title', op: 'eq', value: '甲 7' }] });
    expect(data.data[0]).toMatchObject({
      createByName: '周明轩',
      fieldsMap: { amount: 7, kind: 'contract', day: '2026-03-04', who: 'u-staff', code: '甲-7' },
    });
    const response = await fetch(`${server.url}/api/system/frmCrud/exportRows/${FORM}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { sort: { field: 'amount', order: 'asc' } } }),
    });
    expect([response.status, response.headers.get('x-row-count')]).toEqual([200, '230']);
    const book = read(Buffer.from(await response.arrayBuffer()));
    const table = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 });
    expect(table.length).toBe(231);
    expect(table[0]).toEqual(['标题', '金额', '类别', '日期', '经办人', '编号', '创建人', '创建时间']);
    expect((table[8] as unknown[]).slice(0, 7)).toEqual(['甲 7', 7, '合同', '2026-03-04', '周明轩', '甲-7', '周明轩']);
  });

  it('is exported with the columns that the list shows, in their order and with their headings', async () => {
    const columns = [
      { field: 'amount', title: '合同额' },
      { field: 'updateBy' },
      { field: 'nothing' },
      { field: 'flwState' },
      { field: 'title' },
    ];
    const response = await fetch(`${server.url}/api/system/frmCrud/exportRows/${FORM}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { sort: { field: 'amount', order: 'asc' } }, columns }),
    });
    const book = read(Buffer.from(await response.arrayBuffer()));
    const table = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 });
    expect(table[0]).toEqual(['合同额', '修改人', '记录状态', '标题']);
    expect(table[8]).toEqual([7, '周明轩', '有效', '甲 7']);
  });

  it('names the rows that cannot be taken, in their order, and takes the others', async () => {
    const rows = rowsFrom(60, '乙');
    rows[3]![1] = '不是数';
    rows[10]![0] = null;
    rows[20]![4] = '查无此人';
    rows[20]![1] = '也不是数';
    rows[20]![3] = '某日';
    rows[30]![5] = '乙-0';
    const state = await imported(await bookOf(rows));
    expect(state).toMatchObject({ state: 'done', saved: 56, refused: 4 });
    expect(state.bad.map(({ row }) => row)).toEqual([5, 12, 22, 32]);
    expect(state.bad.find(({ row }) => row === 22)?.message).toMatch(/金额.*；.*日期.*；.*查无此人/);
  });

  it('keeps texts that look like the marks of a workbook, on the way out and in again, in a list and in a table program', async () => {
    const texts = [
      'code_x0041_end',
      '_x0041_x0042_',
      '_x005F_x0041_',
      '_x00e9_',
      '_x12_ _x00410_',
      'a\u0001_\u0001x0041_',
    ];
    const kept = texts.map((text) => text.replaceAll('\u0001', ''));
    const path = await bookOf(texts.map((text) => [text]));
    const book = read(readFileSync(path));
    const table = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? '']!, { header: 1 });
    expect(table.slice(1).map(([text]) => text)).toEqual(kept);
    expect(await imported(path)).toMatchObject({ state: 'done', saved: texts.length });
    const { data } = await recordsOf(staff, FORM).list({ conditions: [{ field: 'title', op: 'in', value: kept }] });
    expect(data.data.map(({ fieldsMap }) => fieldsMap['title']).toSorted()).toEqual(kept.toSorted());
  });

  it('is refused as a whole where it is no table, has no heading of the form, or unfolds without end', async () => {
    const text = join(folder, 'text.xlsx');
    await pipeline(Readable.from([Buffer.from('not a zip')]), createWriteStream(text));
    expect((await imported(text)).state).toBe('failed');
    const foreign = join(folder, 'foreign.xlsx');
    await pipeline(Readable.from(xlsxFile('x', [{ title: '别的' }], [['1']])), createWriteStream(foreign));
    expect((await imported(foreign)).message).toContain('没有找到表头');
    const bomb = join(folder, 'bomb.xlsx');
    const zeros = function* (): Generator<Buffer> {
      for (let at = 0; at < 40; at += 1) yield Buffer.alloc(1024 * 1024, 32);
    };
    await pipeline(
      Readable.from(
        zip([
          {
            name: 'xl/workbook.xml',
            content: [Buffer.from('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>')],
          },
          {
            name: 'xl/_rels/workbook.xml.rels',
            content: [
              Buffer.from('<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'),
            ],
          },
          { name: 'xl/worksheets/sheet1.xml', content: zeros() },
        ]),
      ),
      createWriteStream(bomb),
    );
    const stream = await openRows(bomb, {
      unpacked: 8 * 1024 * 1024,
      columns: 10,
      elementLength: 1_000_000,
      sharedTextsLength: 1_000_000,
    });
    await expect(stream.rows.next()).rejects.toThrow('解压后的内容过大');
    await stream.close();
  });

  it('may share a text without end among its cells: each row with it is named, nothing quotes it, and the others are taken', async () => {
    const good = (at: number): string => rowOf(own(`长 ${at}`), own(String(at)));
    const rows = [
      ...Array.from({ length: 300 }, (_none, at) => good(at)),
      rowOf(shares, own('1')),
      rowOf(own('长'), shares),
      ...Array.from({ length: 300 }, (_none, at) => good(300 + at)),
    ];
    const state = await imported(
      await rawBook(sheetOf(rowOf(own('标题'), own('金额'), shares.repeat(200)), ...rows), '('.repeat(990_000)),
    );
    expect(state).toMatchObject({
      state: 'done',
      saved: 600,
      refused: 2,
      bad: [
        { row: 302, message: 'A302 标题：内容超过 32767 个字符' },
        { row: 303, message: 'B303 金额：内容超过 32767 个字符' },
      ],
    });
    expect(state.message.length).toBeLessThan(10_000);
    expect(state.message).toContain('((((…');
    const full = await imported(
      await rawBook(
        sheetOf(
          rowOf(own('标题'), own('类别')),
          ...Array.from({ length: 130 }, (_none, at) => rowOf(own(`满 ${at}`), shares)),
        ),
        'a'.repeat(32_767),
      ),
    );
    expect(full).toMatchObject({ state: 'done', saved: 0, refused: 130 });
    expect(Math.max(...full.bad.map(({ message }) => message.length))).toBeLessThan(300);
  });

  it('may hold what no database keeps: that row is named, the others are taken, and its headings are told without it', async () => {
    const bad = ['_x0000_', '_xD800_', '&#0;', '&#xDC00;', '&#55296;'];
    const good = (from: number) => Array.from({ length: 120 }, (_none, at) => rowOf(own(`净 ${from + at}`), own('1')));
    const state = await imported(
      await rawBook(
        sheetOf(
          rowOf(own('标题'), own('金额'), own('经办人'), own('坏_x0000_列_xD800_')),
          ...good(0),
          ...bad.map((text) => rowOf(own(`坏${text}`), own('1'))),
          rowOf(own('坏'), own('1'), own('周_x0000_')),
          rowOf(own('坏'), '<c t="e"><v>#_x0000_&#xD800;</v></c>'),
          rowOf(own('一对 _xD83D__xDE00_'), own('1')),
          ...good(200),
        ),
      ),
    );
    expect(state).toMatchObject({ state: 'done', saved: 241, refused: 7 });
    expect(state.message).toMatch(/坏列/);
    expect(state.bad.slice(0, 6).map(({ row, message }) => ({ row, message }))).toEqual([
      ...bad.map((_text, at) => ({ row: 122 + at, message: `A${122 + at} 标题：内容中有不允许的字符` })),
      { row: 127, message: 'C127 经办人：内容中有不允许的字符' },
    ]);
    const { data } = await recordsOf(staff, FORM).list({
      conditions: [{ field: 'title', op: 'eq', value: '一对 😀' }],
    });
    expect(data.data).toHaveLength(1);
  });

  it('may number its rows as it likes: they are counted on from the one before where a number cannot be', async () => {
    const numbered = (number: string, title: string): string =>
      `<row r="${number}">${own(title)}${own('不是数')}</row>`;
    const state = await imported(
      await rawBook(
        sheetOf(
          rowOf(own('标题'), own('金额')),
          ...['1e300', '99999999999', '2.5', '-7', '9', '9', 'Infinity', '1048576', '1048577'].map((number) =>
            numbered(number, '号'),
          ),
        ),
      ),
    );
    expect(state).toMatchObject({ state: 'done', saved: 0, refused: 9 });
    expect(state.bad.map(({ row }) => row)).toEqual([2, 3, 4, 5, 9, 10, 11, 1_048_576, 1_048_577]);
  });

  it('names a number that is none, and a text as long as a cell can hold is taken by any field', async () => {
    const long = Array.from({ length: 32_767 }, (_none, at) =>
      String.fromCharCode(0x4e00 + ((at * 7919 + (at >> 3) * 104_729) % 20_000)),
    ).join('');
    const state = await imported(
      await rawBook(
        sheetOf(
          rowOf(own('标题'), own('金额'), own('编号')),
          rowOf(own('甲数'), '<c><v>1e999</v></c>'),
          rowOf(own('乙数'), '<c><v>abc</v></c>'),
          rowOf(own('丙数'), '<c><v>12</v></c>'),
          rowOf(own(long), own('1'), own(long)),
        ),
      ),
    );
    expect(state).toMatchObject({
      state: 'done',
      saved: 2,
      bad: [
        { row: 2, message: 'B2 金额：“1e999”不是数字' },
        { row: 3, message: 'B3 金额：“abc”不是数字' },
      ],
    });
  });

  it('tells of columns that no list fills, and names its lines of sums', async () => {
    const definition = {
      fields: [
        ...FIELDS,
        { tag: 'el-upload', __vModel__: 'papers', label: '附件' },
        { tag: 'el-input-number', __vModel__: 'twice', label: '两倍', computed: 'amount * 2' },
      ],
    };
    await publishForm(server.context, { formKey: 'noted', formName: '台账', note: '', author, definition });
    const state = await imported(
      await rawBook(
        sheetOf(
          rowOf(own('标题'), own('金额'), own('附件'), own('两倍'), own('别的')),
          rowOf(own('附 1'), own('2'), own('合同.pdf'), own('4')),
          rowOf(own('小 计：'), own('2')),
          rowOf('<c/>'),
          rowOf(own('附 2'), own('3')),
          rowOf('<c/>', own('合计')),
          rowOf(own('总计')),
        ),
      ),
      staff,
      '台账.xlsx',
      'noted',
    );
    expect(state).toMatchObject({
      state: 'done',
      saved: 2,
      refused: 3,
      message: '表单中没有这些列，未导入：别的；“附件”附件需要上传，未导入；“两倍”由系统计算，未导入',
    });
    expect(state.bad).toEqual([3, 6, 7].map((row) => ({ row, message: '是合计行' })));
  });

  it('is stored group by group in a few statements, and each record is what saving it alone makes of it', async () => {
    const definition = {
      fields: [
        ...FIELDS,
        { tag: 'el-input', __vModel__: 'no', label: '登记号', serial: { rule: 'DJ-{0000}' } },
        { tag: 'el-input', __vModel__: 'origin', label: '来源', defaultValue: '导入', flowVisible: '0' },
      ],
    };
    for (const formKey of ['together', 'alone'])
      await publishForm(server.context, { formKey, formName: '台账', note: '', author, definition });
    const { db, metrics } = server.context;
    const statements = async (): Promise<number> =>
      Number(/db_query_duration_seconds_count\{outcome="done"\} (\d+)/.exec(await metrics.text())?.[1] ?? 0);
    const rows = rowsFrom(300, '丁');
    const before = await statements();
    expect(await imported(await bookOf(rows), staff, '台账.xlsx', 'together')).toMatchObject({
      state: 'done',
      saved: 300,
      refused: 0,
    });
    // each issues a number, and the test asks how far it is
    expect((await statements()) - before).toBeLessThan(rows.length * 3);
    const values = (at: number) => ({
      title: `丁 ${at}`,
      amount: at,
      kind: at % 2 ? 'contract' : 'report',
      day: '2026-03-04',
      who: 'u-staff',
      code: `丁-${at}`,
    });
    for (let at = 0; at < 3; at += 1)
      expect((await recordsOf(staff, 'alone').save({ fieldsMap: values(at) })).code).toBe('1');
    const stored = async (formKey: string): Promise<unknown> => {
      const records = await db
        .selectFrom(await recordsIn(server, formKey))
        .selectAll()
        .where('title', 'in', ['丁 0', '丁 1', '丁 2'])
        .orderBy('title')
        .execute();
      const audits = await db
        .selectFrom('frm_record_audit')
        .selectAll()
        .where(
          'record_id',
          'in',
          records.map(({ id }) => id),
        )
        .execute();
      const uniques = await db.selectFrom('frm_unique').selectAll().where('form_key', '=', formKey).execute();
      return records.map(({ id, form_key: _form, create_time, update_time, ...row }) => ({
        ...row,
        hasTimes: [create_time, update_time].every((time) => Math.abs(Date.now() - time.getTime()) < 120_000),
        audits: audits
          .filter(({ record_id }) => record_id === id)
          .map(({ id: _id, record_id: _record, form_key: _key, happened_at: _at, ...entry }) => entry),
        uniques: uniques
          .filter(({ record_id }) => record_id === id)
          .map(({ field_key, scope, value }) => ({ field_key, scope, value })),
      }));
    };
    expect(await stored('together')).toEqual(await stored('alone'));
    const { count } = await db
      .selectFrom('frm_record_audit')
      .where('form_key', '=', 'together')
      .select((query) => query.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(300);
  });

  it("is nobody else's to ask about", async () => {
    const form = new FormData();
    form.append('file', new Blob([readFileSync(await bookOf(rowsFrom(1, '丙')))]), 'a.xlsx');
    const { data } = await staff.post<{ id: string }>(`/api/system/frmCrud/importRows/${FORM}`, form);
    expect((await (await server.api('hr')).get(`/api/system/frmCrud/importState?id=${data.id}`)).status).toBe(404);
    expect(
      (
        await staff.post(
          `/api/system/frmCrud/importRows/${FORM}`,
          (() => {
            const other = new FormData();
            other.append('file', new Blob(['x']), 'a.xls');
            return other;
          })(),
        )
      ).code,
    ).toBe('IMPORT_FILE');
  });
});
