import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, expect, it } from 'vitest';
import { compileForm } from '../../../src/kernel/compile.ts';
import type { CompiledColumn } from '../../../src/kernel/form.ts';
import { parseFormDefinition } from '../../../src/importer/parse.ts';
import { createVocabulary } from '../../../src/kernel/registry.ts';
import { zip } from '../../../src/server/archive/zip.ts';
import { findHeadings } from '../../../src/server/imports/headings.ts';
import { readCell } from '../../../src/server/imports/readCell.ts';
import { withoutRootPrefix } from '../../../src/server/imports/stream/withoutRootPrefix.ts';
import { openRows } from '../../../src/server/imports/stream/rows.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostile-sheets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITS = {
  unpacked: 64 * 1024 * 1024,
  columns: 256,
  elementLength: 1024 * 1024,
  sharedTextsLength: 8 * 1024 * 1024,
};
const PLAIN: Readonly<Record<string, string>> = {
  'xl/workbook.xml':
    '<workbook><workbookPr date1904="0"/><sheets><x:sheet name="一" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy-mm-dd"/></numFmts><cellXfs><xf numFmtId="0"><alignment/></xf><xf numFmtId="170"/></cellXfs></styleSheet>',
  'xl/sharedStrings.xml':
    '<sst><si><t>甲</t><rPh sb="0"><t>jia</t></rPh><phoneticPr/></si><si><r><t xml:space="preserve">乙 </t></r><r><t>&lt;丙&gt;</t></r></si></sst>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><cols><col min="1"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c/><c r="C1" t="s"><v>1</v></c></row><row/><row r="4"><c r="B4" s="1"><f>1+1</f><v>45000</v></c><c t="inlineStr"><is><t>丁</t></is></c></row></sheetData><rowBreaks count="0"/></worksheet>',
};

let files = 0;
async function rowsOf(parts: Readonly<Record<string, string>>) {
  files += 1;
  const path = join(folder, `${files}.xlsx`);
  const entries = Object.entries({ ...PLAIN, ...parts }).map(([name, text]) => ({
    name,
    content: [Buffer.from(text)],
  }));
  await pipeline(Readable.from(zip(entries)), createWriteStream(path));
  const stream = await openRows(path, LIMITS);
  try {
    const rows = [];
    for await (const row of stream.rows) rows.push(row);
    return rows;
  } finally {
    await stream.close();
  }
}

it('a sheet is read as it is written: shared and own texts without their readings, days, gaps and empty rows', async () => {
  expect(await rowsOf({})).toEqual([
    { number: 1, cells: ['甲', null, '乙 <丙>'] },
    { number: 2, cells: [] },
    { number: 4, cells: [null, { at: '2023-03-15 00:00:00' }, '丁'] },
  ]);
});

it('a sheet is read with a prefix before its names, with single quotes, and with text that means itself', async () => {
  const prefixed = (xml: string): string =>
    xml
      .replace(/<(\/?)(?=\w)/g, '<$1x:')
      .replaceAll('x:x:', 'x:')
      .replaceAll('"', "'")
      .replace(/='/g, " = '");
  expect(
    await rowsOf(
      Object.fromEntries(
        Object.entries(PLAIN).map(([name, xml]) => [
          name,
          `<?xml version="1.0"?><!-- a: b -->${name.endsWith('.rels') ? xml : prefixed(xml)}`,
        ]),
      ),
    ),
  ).toEqual(await rowsOf({}));
  expect(
    await rowsOf({
      'xl/worksheets/sheet1.xml':
        '<worksheet><row><c t="inlineStr"><is><t>1&lt;<![CDATA[a<b&lt;]]>&gt;<![CDATA[&]]></t></is></c><c t="str"><v><![CDATA[c&d]]></v></c></row></worksheet>',
    }),
  ).toEqual([{ number: 1, cells: ['1<a<b&lt;>&', 'c&d'] }]);
});

it.each([1, 2, 3, 7])(
  'a prefix is taken away wherever the text is cut, here after each %i characters',
  async (size) => {
    const xml =
      '<?xml version="1.0"?><main:sst xmlns:main="m"><main:si><main:t>a main:t &lt;main:</main:t></main:si><other:t/><main:si/></main:sst>';
    const pieces = async function* (): AsyncGenerator<string> {
      for (let at = 0; at < xml.length; at += size) yield xml.slice(at, at + size);
    };
    let plain = '';
    for await (const piece of withoutRootPrefix(pieces())) plain += piece;
    expect(plain).toBe(
      '<?xml version="1.0"?><sst xmlns:main="m"><si><t>a main:t &lt;main:</t></si><other:t/><si/></sst>',
    );
  },
);

const MB = 1_000_000;
const many = (text: string, length = MB): string => text.repeat(Math.floor(length / text.length));
const sheet = (row: string): Record<string, string> => ({
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row}</sheetData></worksheet>`,
});

it.each<[string, Record<string, string>]>([
  ['readings that never end in a text', { 'xl/sharedStrings.xml': `<sst><si>${many('<rPh ')}</si></sst>` }],
  ['readings that begin again and again', { 'xl/sharedStrings.xml': `<sst><si>${many('<rPh>')}</si></sst>` }],
  ['texts that never end', { 'xl/sharedStrings.xml': `<sst><si>${many('<t ')}</si></sst>` }],
  ['shared texts that never end', { 'xl/sharedStrings.xml': `<sst>${many('<si ')}` }],
  ['cells that never end', sheet(`<row>${many('<c ')}</row>`)],
  ['cells without an end', sheet(`<row>${many('<c>')}</row>`)],
  ['values that never end', sheet(`<row><c r="A1">${many('<v ')}</c></row>`)],
  ['rows that never end', sheet(many('<row '))],
  ['rows without an end', sheet(many('<row>'))],
  ['what only begins like a row', sheet(many('<rowX', 5 * MB))],
  ['a place of digits alone', sheet(`<row><c r="A${many('1')}x"><v>1</v></c></row>`)],
  ['sheets that never end', { 'xl/workbook.xml': `<workbook>${many('<sheet ', 4 * MB)}` }],
  ['names that never end', { 'xl/workbook.xml': `<workbook>${many('<aaaaaaaa', 4 * MB)}` }],
  ['relations that never end', { 'xl/_rels/workbook.xml.rels': many('<Relationship ', 4 * MB) }],
  [
    'settings that never end',
    { 'xl/workbook.xml': `${PLAIN['xl/workbook.xml'] ?? ''}${many('<workbookPr ', 3 * MB)}` },
  ],
  ['styles that never end', { 'xl/styles.xml': many('<cellXfs>', 4 * MB) }],
  ['formats that never end', { 'xl/styles.xml': many('<numFmt ', 4 * MB) }],
  [
    'a style that is asked for again and again',
    {
      'xl/styles.xml': `<numFmts><numFmt numFmtId="170" formatCode="${many('"0"'.replaceAll('"', '&quot;'))}"/></numFmts><cellXfs>${many('<xf numFmtId="170"/>', 3 * MB)}</cellXfs>`,
    },
  ],
])('a workbook with %s is read or refused in a moment: nobody waits for it', async (_name, parts) => {
  // processor time: the machine may be busy with something else
  const before = process.cpuUsage().user;
  await rowsOf(parts).catch((error: Error) => {
    expect(error.name).toBe('UnreadableBook');
  });
  expect(process.cpuUsage().user - before).toBeLessThan(4_000_000);
});

const shared = (text: string): Record<string, string> => ({
  'xl/sharedStrings.xml': `<sst><si><t xml:space="preserve">${text}</t></si></sst>`,
});
const cells = (count: number): string => '<c t="s"><v>0</v></c>'.repeat(count);

it('a text of many cells is worked on once: without its blanks, and of one too long no more than shows that it is', async () => {
  const [long] = await rowsOf({ ...shared(many('a')), ...sheet(`<row>${cells(256)}</row>`) });
  expect([long?.cells.length, new Set(long?.cells).size, String(long?.cells[0]).length]).toEqual([256, 1, 32_768]);
  const [padded] = await rowsOf({
    ...shared(`${many(' ')}x`),
    ...sheet(`<row>${cells(3)}<c t="inlineStr"><is><t> y </t></is></c><c t="str"><v>${many(' ', 5000)}</v></c></row>`),
  });
  expect(padded?.cells).toEqual(['x', 'x', 'x', 'y', null]);
  expect((await rowsOf({ ...shared(many(' ')), ...sheet(`<row>${cells(3)}</row>`) }))[0]?.cells).toEqual([
    null,
    null,
    null,
  ]);
});

it('cells may come to no more characters than a file may unfold to, however small it is', async () => {
  const row = `<row>${cells(256)}</row>`;
  const count = (rows: number) =>
    rowsOf({ ...shared('b'.repeat(32_767)), ...sheet(row.repeat(rows)) }).then(
      ({ length }) => length,
      ({ name, message }: Error) => [name, message],
    );
  expect([await count(7), await count(9)]).toEqual([7, ['UnreadableBook', '文字内容过多']]);
});

const read = parseFormDefinition(
  {
    formKey: 'cells',
    formName: '单元格',
    fields: [
      ...[
        'el-input',
        'el-input-number',
        'el-date-picker',
        'el-time-picker',
        'el-rate',
        'el-slider',
        'el-cascader',
        'el-tree-select',
        'el-color-picker',
        'residentId',
      ].map((tag) => ({ tag, __vModel__: tag.replaceAll('-', '_'), label: tag })),
      { tag: 'el-date-picker', __vModel__: 'days', label: '起止', type: 'daterange' },
      { tag: 'el-slider', __vModel__: 'span', label: '范围', range: true },
    ],
  },
  createVocabulary(definitions),
);
const form = read.ok ? compileForm(read.value, createVocabulary(definitions)) : null;

it.each([...(form?.fields.values() ?? [])].map((field) => [field.key, field]))(
  'a cell of blanks without end is read by %s in a moment, and one that no sheet could hold is refused',
  (_key, field) => {
    const context = { options: new Map(), readNames: () => undefined };
    const before = process.cpuUsage().user;
    for (const blank of [' ', '\t', '\u00a0', '\n '])
      readCell(field as CompiledColumn, `a${many(blank, 32_000)}b`, context);
    expect(readCell(field as CompiledColumn, many('a ', 40_000), context)).toEqual({
      ok: false,
      message: '内容超过 32767 个字符',
    });
    expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
  },
);

it('a heading is short: a text without end is none, is named by its beginning, and hides no other', () => {
  const fields = [...(form?.fields.values() ?? [])] as CompiledColumn[];
  for (const text of [many('('), many('（a'), many('* ')]) {
    const found = findHeadings(
      { name: '', firstRowNumber: 1, rows: [[...Array.from({ length: 255 }, () => text), 'el-input（元）']] },
      fields,
    );
    expect(found?.columns.filter((column) => column !== undefined).map(({ key }) => key)).toEqual(['el_input']);
    expect(found?.unmatchedHeadings).toHaveLength(255);
    expect(Math.max(...(found?.unmatchedHeadings.map(({ length }) => length) ?? []))).toBeLessThan(60);
  }
});
