import { LONGEST_CELL, withoutMarks } from '../../domain/sheetText.ts';
import { XML_HEAD, xmlText } from './xml.ts';
import { zip, type ZipEntry } from './zip.ts';

export type SheetCell = string | number | null;
export interface SheetColumn {
  title: string;
  /** In characters. */ width?: number;
}

const part = (name: string, xml: string): ZipEntry => ({ name, content: [Buffer.from(XML_HEAD + xml)] });
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Rows are written in groups of this many. */
const GROUP = 200;

// what no XML holds is dropped first: what is left may look like a mark only then
const sheetText = (text: string): string => withoutMarks(xmlText(text));

// a text stays a text, whatever it begins with: nothing of it is read as a formula
const cell = (value: SheetCell, style = ''): string =>
  value === null || value === ''
    ? '<c/>'
    : typeof value === 'number' && Number.isFinite(value)
      ? `<c${style}><v>${value}</v></c>`
      : `<c t="inlineStr"${style}><is><t xml:space="preserve">${sheetText(String(value).slice(0, LONGEST_CELL))}</t></is></c>`;

async function* sheet(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<Buffer> {
  const widths = columns
    .map(
      ({ title, width }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width ?? Math.max(10, title.length * 2 + 4)}" customWidth="1"/>`,
    )
    .join('');
  yield Buffer.from(
    `${XML_HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${widths}</cols><sheetData><row>${columns.map(({ title }) => cell(title, ' s="1"')).join('')}</row>`,
  );
  let group: string[] = [];
  for await (const row of rows) {
    group.push(`<row>${row.map((value) => cell(value)).join('')}</row>`);
    if (group.length < GROUP) continue;
    yield Buffer.from(group.join(''));
    group = [];
  }
  yield Buffer.from(`${group.join('')}</sheetData></worksheet>`);
}

/** A workbook of one sheet, written while its rows are read. Names of sheets: 31 characters, none of []:*?/\ */
export const xlsx = (
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<Buffer> =>
  zip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
        '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetText(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills>` +
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>',
    ),
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, rows) },
  ]);

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
