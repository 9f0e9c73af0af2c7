import { deflateRawSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualOrLong } from '../../support/tier.ts';
import { zip } from '../../../src/server/archive/zip.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let staff: Client;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

type Cells = readonly unknown[][];
const bookOf = (
  sheets: Record<string, Cells>,
  bookType: 'xlsx' | 'biff8' | 'biff5' = 'xlsx',
  areTextsShared = false,
): Buffer => {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][], { cellDates: false }), name);
  return write(book, { type: 'buffer', bookType, compression: true, bookSST: areTextsShared }) as Buffer;
};

interface Report {
  bad: { row: number; cell: string; index: number; key: string; message: string }[];
  badCount: number;
  notes: string[];
  leftToPage: string[];
}
type ImportAnswer = Answer<Record<string, unknown>[]> & { report: Report };

function send(
  bytes: Buffer | string,
  {
    name = '明细.xlsx',
    formKey = 'expenseReimbursement',
    table = 'expenseItems',
    client = staff,
  }: { name?: string; formKey?: string; table?: string; client?: Client } = {},
): Promise<ImportAnswer> {
  const body = new FormData();
  body.append('formTitle', table);
  body.append('file', new Blob([bytes as BlobPart]), name);
  // after the file: the order of parts is nobody's promise
  body.append('formKey', formKey);
  return client.post('/api/system/frmField/importData', body) as Promise<ImportAnswer>;
}

const HEAD = ['摘要', '发生日期', '费用项目', '数量', '单价', '票据类型', '发票号码', '税率'];
const ROW = ['高铁票 苏州—北京', '2026-03-05', '差旅费', 2, 553.5, '增值税电子普通发票', '12345678', ''];

describe('an imported table', () => {
  it.each(['xlsx', 'biff8'] as const)(
    'as %s answers the rows to append, each value as its column stores it',
    async (kind) => {
      const { data: kinds } = await staff.get<{ dictLabel: string; dictValue: string }[]>(
        '/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=expenseKind',
      );
      const { data: invoices } = await staff.get<{ dictLabel: string; dictValue: string }[]>(
        '/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=invoiceType',
      );
      const [expense, invoice] = [kinds[0], invoices[0]];
      const rows = [
        HEAD,
        ['高铁票', '2026/3/5', expense?.dictLabel, '1,002.50', 553.5, invoice?.dictLabel, 12_345_678, '13%'],
        [null],
        ['住宿', 46_086, expense?.dictValue, 1, '￥300', null, '00012345', 6],
      ];
      const answer = await send(bookOf({ 明细: rows }, kind), { name: kind === 'xlsx' ? '明细.xlsx' : '明细.xls' });
      expect(answer, JSON.stringify(answer)).toMatchObject({ code: '1', report: { bad: [], badCount: 0, notes: [] } });
      expect(answer.data).toEqual([
        {
          content: '高铁票',
          expenseDate: '2026-03-05',
          expenseKind: expense?.dictValue,
          expenseKindLabel: expense?.dictLabel,
          quantity: 1002.5,
          price: 553.5,
          invoiceType: invoice?.dictValue,
          invoiceTypeLabel: invoice?.dictLabel,
          invoiceNo: '12345678',
          taxRate: 13,
          taxRateLabel: '13%',
        },
        {
          content: '住宿',
          expenseDate: '2026-03-05',
          expenseKind: expense?.dictValue,
          expenseKindLabel: expense?.dictLabel,
          quantity: 1,
          price: 300,
          invoiceNo: '00012345',
          taxRate: 6,
          taxRateLabel: '6%',
        },
      ]);
    },
  );

  it('may have a title above its heading, its columns in any order, stars and units in their names, keys for labels', async () => {
    const answer = await send(
      bookOf({ 表: [['三月费用明细'], [], ['单价（元）', ' * 摘 要 ', 'quantity', '序号'], [12, '打印', 3, 1]] }),
    );
    expect(answer.data).toEqual([{ price: 12, content: '打印', quantity: 3 }]);
    expect(answer.report.notes).toEqual([]);
  });

  it('of before 1997 is read in the code page of its country', async () => {
    const old = Buffer.from(bookOf({ s: [['text'], ['A4']] }, 'biff5'));
    const codePage = old.indexOf(Buffer.from('42000200', 'hex')) + 4;
    expect(old.readUInt16LE(codePage)).toBe(1252);
    old.writeUInt16LE(936, codePage);
    // 摘要 in this code page
    old.set(Buffer.from('d5aad2aa', 'hex'), old.indexOf('text'));
    expect((await send(old, { name: '明细.xls' })).data).toEqual([{ content: 'A4' }]);
  });

  it('names bad cells by row and column, unknown headings, computed and upload columns, total rows and further sheets', async () => {
    const rows = [
      ['摘要', '数量', '发生日期', '费用项目', '部门', '金额', '票据影像'],
      ['甲', '三', '昨天', '没有的项目', '检测部', 5, 'a.pdf'],
      ['乙', 4, '2026-01-02', null, null, null, null],
      ['合计', 7, null, null, null, null, null],
    ];
    const answer = await send(bookOf({ 一月: rows, 二月: rows, 填写说明: rows }));
    // empty on purpose: the column's default must not take the place of what was written
    expect(answer.data).toEqual([
      { content: '甲', quantity: null, expenseDate: null, expenseKind: null, expenseKindLabel: '' },
      { content: '乙', quantity: 4, expenseDate: '2026-01-02' },
    ]);
    expect(answer.report.bad.map(({ cell, row, index, key, message }) => [cell, row, index, key, message])).toEqual([
      ['B2', 2, 0, 'quantity', '“三”不是数字'],
      ['C2', 2, 0, 'expenseDate', '“昨天”不是日期'],
      ['D2', 2, 0, 'expenseKind', '没有“没有的项目”这个选项'],
    ]);
    expect(answer.report.notes).toEqual([
      '表格中没有这些列，未导入：部门',
      '“金额”由系统计算，未导入',
      '“票据影像”附件需要上传，未导入',
      '第 4 行是合计行，未导入',
      '工作表“二月”未导入，一次只导入一个工作表',
    ]);
  });

  it('takes dates of either calendar, times of day and what formulas came to, and names their errors and digits a sheet has lost', async () => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([['发生日期', '数量', '发票号码', '摘要']]);
    Object.assign(sheet, {
      A2: { t: 'n', v: 46_086, z: 'yyyy"年"m"月"d"日"' },
      B2: { t: 'n', v: 6, f: '2*3' },
      C2: { t: 'n', v: 12e18 },
      D2: { t: 'e', v: 42, w: '#N/A' },
      '!ref': 'A1:D2',
    });
    utils.book_append_sheet(book, sheet, '表');
    const answer = await send(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    expect(answer.data).toEqual([{ expenseDate: '2026-03-05', quantity: 6, invoiceNo: null, content: null }]);
    expect(answer.report.bad.map(({ cell }) => cell)).toEqual(['C2', 'D2']);
    expect(answer.report.bad[0]?.message).toContain('15 位');
  });

  it('reads people by a name that one of them bears, by login name, and refuses a name of two', async () => {
    const [{ id, name }] = (await server.context.db
      .selectFrom('sys_user')
      .select(['id', 'name'])
      .where('username', '=', 'leader')
      .execute()) as [{ id: string; name: string }];
    const answer = await send(
      bookOf({
        表: [
          ['设备名称', '保管人'],
          ['甲', name],
          ['乙', 'leader'],
          ['丙', '查无此人'],
        ],
      }),
      { formKey: 'scrapDevice', table: 'devices' },
    );
    expect(answer.data).toEqual([
      { deviceName: '甲', keeper: id, keeperLabel: name },
      { deviceName: '乙', keeper: id, keeperLabel: name },
      { deviceName: '丙', keeper: null, keeperLabel: '' },
    ]);
    expect(answer.report.bad).toMatchObject([{ cell: 'B4', message: '没有名为“查无此人”的人员' }]);
    await server.context.db.updateTable('sys_user').set({ name }).where('username', '=', 'hr').execute();
    const twice = await send(
      bookOf({
        表: [
          ['设备名称', '保管人'],
          ['甲', name],
        ],
      }),
      { formKey: 'scrapDevice', table: 'devices' },
    );
    expect(twice.report.bad).toMatchObject([{ message: `有 2 个“${name}”，请改填登录名` }]);
  });

  it('of ten thousand rows is read whole, while others are answered', async () => {
    const rows = [
      HEAD,
      ...Array.from({ length: 10_000 }, (_none, i) => [
        `第 ${i}`,
        46_000 + (i % 300),
        null,
        i + 1,
        i / 4,
        null,
        String(10_000_000 + i),
        null,
      ]),
    ];
    const reading = send(bookOf({ 表: rows }));
    expect((await staff.get('/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=expenseKind')).code).toBe('1');
    const answer = await reading;
    expect(answer.data).toHaveLength(10_000);
    expect(answer.data[9999]).toMatchObject({
      content: '第 9999',
      quantity: 10_000,
      price: 2499.75,
      invoiceNo: '10009999',
    });
  });
});

/** A zip of one part, as its writer wants it to look. */
function zipOf(name: string, content: Buffer, { declared = content.length, isPacked = true } = {}): Buffer {
  const packed = isPacked ? deflateRawSync(content) : content;
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(isPacked ? 8 : 0, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(declared, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), packed]);
  const entry = Buffer.concat([
    Buffer.from('PK\u0001\u0002', 'latin1'),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

it('a cell with what no database keeps is named, also where its options are left to the page', async () => {
  const answer = await send(
    bookOf({
      表: [
        ['摘要', '票据类型', '数量'],
        ['a_x0000_b', 'x_xD800_', 1],
        ['好', null, 2],
      ],
    }),
  );
  expect(answer.data).toMatchObject([
    { content: null, quantity: 1 },
    { content: '好', quantity: 2 },
  ]);
  expect(answer.report.bad.map(({ cell, message }) => [cell, message])).toEqual([
    ['A2', '内容中有不允许的字符'],
    ['B2', '内容中有不允许的字符'],
  ]);
});

describe('a hostile or broken file', () => {
  const refused: Record<string, () => Buffer> = {
    'a page that calls itself a table': () => Buffer.from('<html><table><tr><td>摘要</td></tr></table></html>'),
    'a text': () => Buffer.from('摘要,数量\n甲,1'),
    nothing: () => Buffer.alloc(0),
    'half a table': () => bookOf({ 表: [HEAD, ROW] }).subarray(0, 900),
    'a zip that unfolds to more than the memory it may take': () =>
      zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(201 * 1024 * 1024)),
    'a zip that lies about its size': () => zipOf('xl/workbook.xml', Buffer.alloc(8 * 1024 * 1024), { declared: 10 }),
    'a zip without a table': () => zipOf('a.txt', Buffer.from('x')),
    'the head of an old table and noise': () =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5000, 7)]),
    'a table without our columns': () =>
      bookOf({
        表: [
          ['姓名', '年龄'],
          ['甲', 3],
        ],
      }),
    'a heading without rows': () => bookOf({ 表: [HEAD] }),
    'more rows than a table may have': () =>
      bookOf({ 表: [['摘要'], ...Array.from({ length: 20_005 }, (_none, i) => [`${i}`])] }),
  };
  it.each(Object.keys(refused))('%s is refused with the reason', async (name) => {
    const answer = await send((refused[name] as () => Buffer)());
    expect(answer, JSON.stringify(answer).slice(0, 300)).toMatchObject({ code: 'IMPORT_FILE', status: 422 });
    expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
  });

  // whatever one of them left behind would change the answers to those after it, too
  it('of these kinds leaves nothing behind: the server goes on', async () => {
    expect((await send(bookOf({ 表: [HEAD, ROW] }))).code).toBe('1');
  });

  // one text that many cells share: small in the file, unfolded and in the reader, and large only where every cell is its own
  const sharing = (text: string, count: number, wide: number): Buffer =>
    bookOf({ 表: [HEAD, ...Array.from({ length: count }, () => Array<string>(wide).fill(text))] }, 'xlsx', true);
  it('a text that many cells share is counted for each of them, and none is longer than a cell can be', async () => {
    const small = sharing('a'.repeat(32_000), 7, 150);
    expect(small.length).toBeLessThan(100_000);
    expect((await send(small)).msg).toContain('内容过多，所有单元格合计最多 32000000 个字符');
    expect((await send(sharing('a'.repeat(32_000), 5, 150))).data).toHaveLength(5);
  });

  it('a text longer than a cell can hold is named, and the longest that one can hold is taken whole, in a table of usual size', async () => {
    const part = (name: string, xml: string) => ({ name, content: [Buffer.from(xml)] });
    const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const chunks = [];
    for await (const chunk of zip([
      part(
        '[Content_Types].xml',
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      ),
      part(
        '_rels/.rels',
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ),
      part(
        'xl/workbook.xml',
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      part(
        'xl/_rels/workbook.xml.rels',
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      part(
        'xl/worksheets/sheet1.xml',
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row>${inline('摘要')}${inline('数量')}</row>${Array.from({ length: 200 }, (_none, i) => `<row>${inline(`${i} ${'长文'.repeat(500)}`)}${inline('1')}</row>`).join('')}` +
          `<row>${inline('丙'.repeat(32_767))}${inline('1')}</row><row>${inline('b'.repeat(990_000))}${inline('x'.repeat(20_000))}</row></sheetData></worksheet>`,
      ),
    ]))
      chunks.push(chunk);
    const { data, report } = await send(Buffer.concat(chunks));
    expect(data).toHaveLength(202);
    expect(data[199]).toMatchObject({ content: `199 ${'长文'.repeat(500)}`, quantity: 1 });
    expect(data[200]).toEqual({ content: '丙'.repeat(32_767), quantity: 1 });
    expect(data[201]).toEqual({ content: null, quantity: null });
    expect(report.bad[0]).toMatchObject({ cell: 'A203', message: '内容超过 32767 个字符' });
    // what names a cell quotes no page of it
    expect(report.bad[1]).toMatchObject({ cell: 'B203', message: expect.stringContaining('xxx') as string });
    expect(report.bad[1]?.message.length).toBeLessThan(300);
  });

  it('with another ending is refused with the words of the specification (IM-001)', async () => {
    expect((await send('摘要\n甲', { name: '明细.csv' })).msg).toContain('请上传后缀为.xls/.xlsx的文件');
  });

  it('is not read for somebody who is not signed in, for an unknown form or table, or without its names', async () => {
    const good = bookOf({ 表: [HEAD, ROW] });
    expect((await send(good, { client: server.anonymous })).status).toBe(401);
    expect((await send(good, { formKey: 'noSuchForm' })).code).toBe('404');
    expect((await send(good, { table: 'noSuchTable' })).code).toBe('404');
    expect((await send(good, { table: '../x' })).code).toBe('REQUEST_INVALID');
  });
});

describe('one person', () => {
  it('has three imports under way at most, and the next when one of them is done', async () => {
    const heavy = bookOf({ 表: [HEAD, ...Array.from({ length: usualOrLong(1000, 3000) }, () => ROW)] });
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(heavy)));
    expect(answers.filter(({ code }) => code === '1')).toHaveLength(3);
    expect(answers.filter(({ code, status }) => code === 'WORK_LIMIT' && status === 429)).toHaveLength(5);
    expect(await send(heavy)).toMatchObject({ code: '1' });
  });
});
