import { MAX_CELL_LENGTH, escapeCellText } from '../../domain/sheetText.ts';
import { XML_HEAD, xmlText } from './xml.ts';
import { zip, type ZipEntry } from './zip.ts';

export type SheetCell = string | number | null;
export interface SheetColumn {
  title: string;
  /** In characters. */ width?: number;
  /** What may be chosen in the cells below; other texts are asked about, not refused. */
  choices?: readonly string[];
  /** Said when a cell below is chosen. */
  note?: string;
}

const part = (name: string, xml: string): ZipEntry => ({ name, content: [Buffer.from(XML_HEAD + xml)] });
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Rows are written in groups of this many. */
const GROUP = 200;

// what no XML holds is dropped first: what is left may look like a mark only then
const sheetText = (text: string): string => escapeCellText(xmlText(text));

// a text stays a text, whatever it begins with: nothing of it is read as a formula
const cell = (value: SheetCell, style = ''): string =>
  value === null || value === ''
    ? '<c/>'
    : typeof value === 'number' && Number.isFinite(value)
      ? `<c${style}><v>${value}</v></c>`
      : `<c t="inlineStr"${style}><is><t xml:space="preserve">${sheetText(String(value).slice(0, MAX_CELL_LENGTH))}</t></is></c>`;

/** The second sheet, which holds what may be chosen. */
const CHOICES = '可选值';
/** So far down cells offer choices and notes. */
const LAST_OFFERED = 5000;

/** Name of a column by its position: 0 is A, 26 is AA. */
const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

function offers(columns: readonly SheetColumn[]): string {
  const withChoices = columns.filter(({ choices }) => choices?.length);
  const lines = columns.flatMap((column, at) => {
    const place = `${letters(at)}2:${letters(at)}${LAST_OFFERED}`;
    const note = column.note
      ? ` showInputMessage="1" promptTitle="${sheetText(column.title.slice(0, 30))}" prompt="${sheetText(column.note.slice(0, 250))}"`
      : '';
    const from = withChoices.indexOf(column);
    if (from >= 0)
      return [
        `<dataValidation type="list" allowBlank="1" errorStyle="warning" showErrorMessage="1" errorTitle="不在可选值中" error="此内容不在可选值中，仍要填写吗？"${note} sqref="${place}"><formula1>'${CHOICES}'!$${letters(from)}$2:$${letters(from)}$${(column.choices?.length ?? 0) + 1}</formula1></dataValidation>`,
      ];
    return note === '' ? [] : [`<dataValidation allowBlank="1"${note} sqref="${place}"/>`];
  });
  return lines.length === 0 ? '' : `<dataValidations count="${lines.length}">${lines.join('')}</dataValidations>`;
}

/** The choices of columns side by side, as rows of a sheet. */
function choiceRows(columns: readonly SheetColumn[]): SheetCell[][] {
  const longest = Math.max(...columns.map(({ choices }) => choices?.length ?? 0));
  return Array.from({ length: longest }, (_none, at) => columns.map(({ choices }) => choices?.[at] ?? null));
}

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
  yield Buffer.from(`${group.join('')}</sheetData>${offers(columns)}</worksheet>`);
}

/**
 * A workbook of one sheet, written while its rows are read, with a second one that holds what may be chosen in its columns.
 * Names of sheets: 31 characters, none of []:*?/\
 */
export function xlsx(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<Buffer> {
  const choosing = columns.filter(({ choices }) => choices?.length);
  const chosen = choosing.map(({ title, choices = [] }) => ({ title, choices }));
  const hasChoices = chosen.length > 0;
  const second = (text: string): string => (hasChoices ? text : '');
  return zip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
        second(
          '<Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>',
        ) +
        '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetText(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31))}" sheetId="1" r:id="rId1"/>${second(`<sheet name="${CHOICES}" sheetId="2" r:id="rId3"/>`)}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>${second(`<Relationship Id="rId3" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/>`)}</Relationships>`,
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills>` +
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>',
    ),
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, rows) },
    ...(hasChoices
      ? [
          {
            name: 'xl/worksheets/sheet2.xml',
            content: sheet(
              chosen.map(({ title }) => ({ title })),
              choiceRows(chosen),
            ),
          },
        ]
      : []),
  ]);
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
