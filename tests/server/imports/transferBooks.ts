/** Workbooks of a form whose list is taken in and sent out. */
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { xlsxFile, type SheetCell } from '../../../src/server/archive/xlsxFile.ts';
import { zip } from '../../../src/server/archive/zip.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import type { ImportPreview } from '../../../src/server/imports/tables.ts';
import { author } from '../support/sealDemo.ts';
import type { Client, TestServer } from '../support.ts';

export const FORM = 'transfers';
export const FIELDS = [
  { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', isSearch: '1', required: true },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1' },
  {
    tag: 'el-select',
    __vModel__: 'kind',
    label: '类别',
    __slot__: {
      options: [
        { label: '合同', value: 'contract' },
        { label: '报告', value: 'report' },
      ],
    },
  },
  { tag: 'el-date-picker', __vModel__: 'day', label: '日期', type: 'date' },
  { tag: 'userSelector', __vModel__: 'who', label: '经办人' },
  { tag: 'el-input', __vModel__: 'code', label: '编号', unique: true },
];
export const HEAD = ['标题', '金额', '类别', '日期', '经办人', '编号', '无此列'].map((title) => ({ title }));

export interface State {
  state: string;
  message: string;
  share: number;
  saved: number;
  refused: number;
  bad: { row: number; message: string; cells?: { cell: string; label: string; message: string }[] }[];
  id: string;
  isTrial: boolean;
  preview: ImportPreview | null;
}
/** Where the workbooks are written; both test files of one worker use it, one after the other. */
export const folder = mkdtempSync(join(tmpdir(), 'transfer-test-'));

export const removeBooks = (): void => rmSync(folder, { recursive: true, force: true });

export function publishTransfers(server: TestServer): Promise<unknown> {
  mkdirSync(folder, { recursive: true });
  return publishForm(server.context, {
    formKey: FORM,
    formName: '台账',
    note: '',
    author,
    definition: { fields: FIELDS },
  });
}

let files = 0;
export async function bookOf(rows: Iterable<readonly SheetCell[]>): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.xlsx`);
  await pipeline(Readable.from(xlsxFile('台账', HEAD, rows)), createWriteStream(path));
  return path;
}

/** A workbook as other programs write it: cells as they stand, and one text for all that ask for it. */
export async function rawBook(sheet: string, shared = ''): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.xlsx`);
  const part = (name: string, text: string) => ({ name, content: [Buffer.from(text)] });
  await pipeline(
    Readable.from(
      zip([
        part('xl/workbook.xml', '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
        part(
          'xl/_rels/workbook.xml.rels',
          '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
        ),
        part('xl/sharedStrings.xml', `<sst><si><t>${shared}</t></si></sst>`),
        part('xl/worksheets/sheet1.xml', sheet),
      ]),
    ),
    createWriteStream(path),
  );
  return path;
}
export const own = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
export const shares = '<c t="s"><v>0</v></c>';
export const rowOf = (...cells: string[]): string => `<row>${cells.join('')}</row>`;
export const sheetOf = (...rows: string[]): string => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;

/** Sends a workbook and waits until its rows are taken in. */
export async function importList(
  client: Client,
  path: string,
  name = '台账.xlsx',
  formKey = FORM,
  query = '',
): Promise<State> {
  const form = new FormData();
  form.append('file', new Blob([readFileSync(path)]), name);
  const begun = await client.post<{ id: string }>(`/api/system/frmCrud/importRows/${formKey}${query}`, form);
  if (begun.code !== '1') throw new Error(begun.code);
  for (;;) {
    const { data } = await client.get<State>(`/api/system/frmCrud/importState?id=${begun.data.id}`);
    if (data.state !== 'running') return data;
    await new Promise((wake) => {
      setTimeout(wake, 50);
    });
  }
}

export const rowsFrom = (count: number, prefix: string): SheetCell[][] =>
  Array.from({ length: count }, (_none, at) => [
    `${prefix} ${at}`,
    at,
    at % 2 ? '合同' : 'report',
    '2026-03-04',
    '周明轩',
    `${prefix}-${at}`,
    '多余',
  ]);
