import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils, type WorkBook, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { type Client, startTestServer, type TestServer } from '../support.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { housekeepingJobs } from '../../../src/server/housekeeping.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import {
  bookOf,
  FIELDS,
  folder,
  FORM,
  importList,
  publishTransfers,
  removeBooks,
  rowsFrom,
  type State,
} from './transferBooks.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

describe('relations in an import', () => {
  beforeAll(async () => {
    const publish = async (formKey: string, fields: object[]): Promise<void> => {
      await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition: { formKey, fields } });
      const answer = await admin.post('/api/system/frmDef/publish', { formKey, note: '' });
      expect(answer.code, answer.msg).toBe('1');
    };
    await publish('importedCar', [
      {
        tag: 'el-input',
        __vModel__: 'plate',
        label: '车牌号',
        required: true,
        unique: true,
        isTitle: '1',
        isList: '1',
      },
    ]);
    await publish('importedTrip', [
      { tag: 'el-input', __vModel__: 'place', label: '目的地', required: true, isTitle: '1' },
      { tag: 'recordSelector', __vModel__: 'car', label: '车辆', to: 'importedCar', required: true },
      { tag: 'recordSelector', __vModel__: 'others', label: '其他车辆', to: 'importedCar', multiple: true },
    ]);
  });

  /** Imports rows below their heading and answers how the import ended. */
  async function bring(
    formKey: string,
    rows: string[][],
  ): Promise<{ saved: number; refused: number; bad: { message: string }[] }> {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '数据');
    const body = new FormData();
    body.append('formKey', formKey);
    body.append('file', new Blob([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer]), 'rows.xlsx');
    const begun = await admin.post<{ id: string } | string>(`/api/system/frmCrud/importRows/${formKey}`, body);
    expect(begun.code, begun.msg).toBe('1');
    const id = typeof begun.data === 'string' ? begun.data : begun.data.id;
    for (;;) {
      const { data } = await admin.get<{ state: string; saved: number; refused: number; bad: { message: string }[] }>(
        `/api/system/frmCrud/importState?id=${id}`,
      );
      if (data.state !== 'running') return data;
      await new Promise((wake) => {
        setTimeout(wake, 100);
      });
    }
  }

  it('a list import finds the records of a relation by their number or name, and names what it cannot find', async () => {
    expect(await bring('importedCar', [['车牌号'], ['沪A12345'], ['沪B23456']])).toMatchObject({ saved: 2 });
    const trips = await bring('importedTrip', [
      ['目的地', '车辆'],
      ['滨江花园', '沪A12345'],
      ['城北水厂', '沪X00000'],
    ]);
    expect(trips).toMatchObject({ saved: 1, refused: 1 });
    expect(trips.bad[0]?.message).toContain('没有名称或编号为“沪X00000”的记录');
  });

  it('a record that a cell names twice is referred to once', async () => {
    expect(await bring('importedCar', [['车牌号'], ['沪C34567'], ['沪D45678']])).toMatchObject({ saved: 2 });
    const trips = await bring('importedTrip', [
      ['目的地', '车辆', '其他车辆'],
      ['两次', '沪C34567', '沪C34567、沪D45678、沪C34567'],
    ]);
    expect(trips).toMatchObject({ saved: 1, refused: 0 });
    const { data } = await admin.post<{ data: { fieldsMap: Record<string, unknown> }[] }>(
      '/api/system/frmCrud/list/importedTrip',
      { data: { place: '两次' } },
    );
    const trip = data.data.find(({ fieldsMap }) => fieldsMap['place'] === '两次');
    expect(trip?.fieldsMap['others']).toHaveLength(2);
    expect(trip?.fieldsMap['othersLabel']).toBe('沪C34567、沪D45678');
  });
});

describe('a look at an import', () => {
  beforeAll(async () => {
    await publishTransfers(server);
  });

  afterAll(async () => {
    await server.dispose();
    removeBooks();
  });

  const tried = (path: string, columns = '', formKey = FORM): Promise<State> =>
    importList(staff, path, '台账.xlsx', formKey, `?isTrial=1${columns === '' ? '' : `&columns=${columns}`}`);

  const stored = async (formKey = FORM): Promise<number> => (await recordsOf(staff, formKey).list()).data.page.total;

  async function download(path: string, client = staff): Promise<Response> {
    return fetch(`${server.url}/api/system/frmCrud/${path}`, { headers: { authorization: `Bearer ${client.token}` } });
  }

  const bookIn = async (response: Response): Promise<WorkBook> => read(Buffer.from(await response.arrayBuffer()));

  const tableOf = (book: WorkBook, at = 0): unknown[][] =>
    utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[at] ?? '']!, { header: 1 });

  function faulty(): ReturnType<typeof rowsFrom> {
    const rows = rowsFrom(30, '试');
    rows[3]![1] = '不是数';
    rows[3]![3] = '某日';
    rows[10]![0] = null;
    rows[20]![4] = '查无此人';
    return rows;
  }

  describe('a trial of an import', () => {
    it('stores nothing and tells what would be stored, and of every row that would not each cell that is wrong', async () => {
      const state = await tried(await bookOf(faulty()));
      expect(state).toMatchObject({ state: 'done', isTrial: true, saved: 27, refused: 3 });
      expect(await stored()).toBe(0);
      expect(state.bad.map(({ row, cells = [] }) => [row, cells.map(({ cell, label }) => `${cell} ${label}`)])).toEqual(
        [
          [5, ['B5 金额', 'D5 日期']],
          [12, ['A12 标题']],
          [22, ['E22 经办人']],
        ],
      );
      expect(state.bad[0]?.message).toMatch(/^B5 金额：.+；D5 日期：.+/);
      expect(state.preview?.columns.map(({ at, heading, key }) => `${at} ${heading} ${key}`)).toEqual([
        'A 标题 title',
        'B 金额 amount',
        'C 类别 kind',
        'D 日期 day',
        'E 经办人 who',
        'F 编号 code',
        'G 无此列 ',
      ]);
      expect(state.preview?.fields.find(({ key }) => key === 'title')).toMatchObject({
        label: '标题',
        isRequired: true,
      });
      expect(state.preview?.sample).toHaveLength(10);
      expect(state.preview?.sample[1]).toEqual({
        row: 3,
        texts: { title: '试 1', amount: '1', kind: '合同', day: '2026-03-04', who: '周明轩', code: '试-1' },
      });
    });

    it('finds a value that another record, or another row of the sheet, has taken, and gives no number away', async () => {
      const numbered = [
        ...FIELDS,
        { tag: 'el-input', __vModel__: 'no', label: '流水号', serial: { rule: 'TR-{0000}' } },
      ];
      await publishForm(server.context, {
        formKey: 'numbered',
        formName: '编号台账',
        note: '',
        author,
        definition: { fields: numbered, access: { createRoles: ['*'] } },
      });
      const rows = rowsFrom(4, '号');
      rows[2]![5] = '号-0';
      const state = await tried(await bookOf(rows), '', 'numbered');
      expect(state).toMatchObject({ saved: 3, refused: 1 });
      expect(state.bad[0]).toMatchObject({ row: 4, cells: [{ cell: 'F4', label: '编号' }] });
      expect(state.preview?.sample[0]?.texts).toMatchObject({ title: '号 0', code: '号-0' });
      expect(state.preview?.sample[0]?.texts).not.toHaveProperty('no');
      expect(await stored('numbered')).toBe(0);
      const real = await importList(staff, await bookOf(rows), '台账.xlsx', 'numbered');
      expect(real).toMatchObject({ isTrial: false, saved: 3, refused: 1 });
      const { data } = await recordsOf(staff, 'numbered').list({ sort: { field: 'no', order: 'asc' } });
      expect(data.data.map(({ fieldsMap }) => fieldsMap['no'])).toEqual(['TR-0001', 'TR-0002', 'TR-0003']);
    });

    it('finds a value that a row far above in the sheet has, as the import will', async () => {
      const rows = rowsFrom(300, '远');
      rows[290]![5] = '远-3';
      const state = await tried(await bookOf(rows));
      expect(state).toMatchObject({ saved: 299, refused: 1 });
      expect(state.bad[0]).toMatchObject({ row: 292, cells: [{ cell: 'F292', label: '编号' }] });
    });

    it('fills the fields that a person chose for the columns', async () => {
      const state = await tried(await bookOf(rowsFrom(2, '列')), 'code,amount,,day,who,title,');
      expect(state.preview?.columns.map(({ key }) => key)).toEqual(['code', 'amount', '', 'day', 'who', 'title', '']);
      expect(state.preview?.sample[0]?.texts).toMatchObject({ title: '列-0', code: '列 0' });
      expect(state.preview?.sample[0]?.texts).not.toHaveProperty('kind');
      expect(state.message).toContain('类别、无此列');
    });

    it('fills them also in a form whose fields have Chinese keys', async () => {
      await publishForm(server.context, {
        formKey: 'chineseKeys',
        formName: '中文键台账',
        note: '',
        author,
        definition: {
          fields: [
            { tag: 'el-input', __vModel__: '标题', label: '标题', isTitle: '1' },
            { tag: 'el-input', __vModel__: 'code$', label: '编号' },
          ],
          access: { createRoles: ['*'] },
        },
      });
      const state = await tried(await bookOf(rowsFrom(1, '键')), '标题,,,,,code$,', 'chineseKeys');
      expect(state.preview?.columns.map(({ key }) => key)).toEqual(['标题', '', '', '', '', 'code$', '']);
    });
  });

  describe('rows that were not taken', () => {
    it('come back as a table with what is wrong, and are taken once they are mended in it', async () => {
      const before = await stored();
      const state = await importList(staff, await bookOf(faulty()));
      expect(state).toMatchObject({ saved: 27, refused: 3 });
      const response = await download(`importBadRows?id=${state.id}`);
      expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('台账-未导入的行.xlsx'));
      const book = await bookIn(response);
      const table = tableOf(book);
      expect(table[0]).toEqual(['标题', '金额', '类别', '日期', '经办人', '编号', '无此列', '错误说明']);
      expect(table.slice(1).map((row) => [row[0], row[1], row[7]])).toEqual([
        ['试 3', '不是数', expect.stringMatching(/^金额：.+；日期：/)],
        [undefined, 10, expect.stringMatching(/^标题：/)],
        ['试 20', 20, expect.stringMatching(/^经办人：/)],
      ]);
      const sheet = book.Sheets[book.SheetNames[0] ?? '']!;
      utils.sheet_add_aoa(sheet, [['试 3', 3, '合同', '2026-03-04']], { origin: 'A2' });
      utils.sheet_add_aoa(sheet, [['试 10']], { origin: 'A3' });
      const path = join(folder, 'mended.xlsx');
      const { write } = await import('@e965/xlsx');
      writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
      const again = await importList(staff, path);
      expect(again).toMatchObject({ saved: 2, refused: 1 });
      expect(again.message).not.toContain('错误说明');
      expect(tableOf(await bookIn(await download(`importBadRows?id=${again.id}`)))[0]).toEqual(table[0]);
      expect(await stored()).toBe(before + 29);
    });

    it('are removed after a week, the import stays', async () => {
      const { db } = server.context;
      const { id, refused } = await tried(await bookOf(faulty()));
      const left = (): Promise<unknown[]> =>
        db.selectFrom('frm_import_row').select('row').where('import_id', '=', id).execute();
      const clean = housekeepingJobs({ db }, server.context.settings).find(({ kind }) => kind === 'removeExpired');
      await clean?.run({} as never);
      expect([refused > 2, (await left()).length]).toEqual([true, refused]);
      await sql`update frm_import set updated_at = now() - interval '8 days' where id = ${id}`.execute(db);
      await clean?.run({} as never);
      expect(await left()).toEqual([]);
      expect((await staff.get<State>(`/api/system/frmCrud/importState?id=${id}`)).data.refused).toBe(refused);
    });

    it("are their importer's alone", async () => {
      const state = await tried(await bookOf(faulty()));
      const leader = await server.api('leader');
      expect((await download(`importBadRows?id=${state.id}`, leader)).status).toBe(404);
      expect((await download('importBadRows?id=none')).status).toBe(404);
    });
  });

  describe('the template of an import', () => {
    it('has a column for each field that an import fills, stars at required ones and the options to choose from', async () => {
      const response = await download(`importTemplate/${FORM}`);
      const buffer = Buffer.from(await response.arrayBuffer());
      const book = read(buffer, { bookFiles: true }) as WorkBook & { files: Record<string, { content: Uint8Array }> };
      expect(tableOf(book)).toEqual([['*标题', '金额', '类别', '日期', '经办人', '编号']]);
      expect(book.SheetNames).toEqual(['台账', '可选值']);
      expect(tableOf(book, 1)).toEqual([['类别'], ['合同'], ['报告']]);
      const xml = Buffer.from(book.files['xl/worksheets/sheet1.xml']?.content ?? []).toString();
      expect(xml).toContain("<formula1>'可选值'!$A$2:$A$3</formula1>");
      expect(xml).toMatch(/type="list"[^>]*sqref="C2:C5000"/);
      expect(xml).toMatch(/prompt="必填"[^>]*sqref="A2:A5000"/);
    });

    it('filled in it is taken as it is', async () => {
      const book = await bookIn(await download(`importTemplate/${FORM}`));
      utils.sheet_add_aoa(
        book.Sheets[book.SheetNames[0] ?? '']!,
        [['模板一行', 5, '报告', '2026-05-06', '周明轩', 'M-1']],
        {
          origin: 'A2',
        },
      );
      const { write } = await import('@e965/xlsx');
      const path = join(folder, 'template.xlsx');
      writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
      expect(await importList(staff, path)).toMatchObject({ saved: 1, refused: 0, message: '' });
    });
  });
});
