import { MAX_CELL_LENGTH, escapeCellText } from '../../domain/sheetText.ts';
import { XML_DECLARATION, xmlText } from './xml.ts';
import { zip, type ZipEntry } from './zip.ts';

export type SheetCell = string | number | null;
export interface SheetColumn {
  title: string;
  /**
   * Headings above the title, from the outermost. The same heading above adjacent columns becomes one merged cell; the
   * title of a column with fewer headings than others is merged downwards.
   */
  headings?: readonly string[];
  /** In characters. */
  width?: number;
  /** Values offered in the cells of the column. For another value the spreadsheet program asks for confirmation. */
  choices?: readonly string[];
  /** Hint shown when a cell of the column is selected. */
  note?: string;
}

const xmlEntry = (name: string, xml: string): ZipEntry => ({ name, content: [Buffer.from(XML_DECLARATION + xml)] });
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Rows per chunk of output. */
const ROWS_PER_CHUNK = 200;

// `xmlText` comes first: removing characters that are invalid in XML may create an escape sequence of cell texts, which
// `escapeCellText` then escapes
const escapedText = (text: string): string => escapeCellText(xmlText(text));

// texts are written as inline strings, so that none is read as a formula
function cellXml(value: SheetCell, style = ''): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number' && Number.isFinite(value)) return `<c${style}><v>${value}</v></c>`;
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escapedText(String(value).slice(0, MAX_CELL_LENGTH))}</t></is></c>`;
}

/** Name of the second sheet, which contains the offered values. */
const CHOICE_SHEET = '可选值';
/** The last row whose cells get offered values and hints. */
const LAST_VALIDATED_ROW = 5000;

/** Returns the name of a column by its index: 0 is A, 26 is AA. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** Returns the lines of headings and titles above the rows, and the ranges of merged cells. */
function headingLinesOf(columns: readonly SheetColumn[]): { lines: SheetCell[][]; mergedRanges: string[] } {
  const depth = Math.max(0, ...columns.map(({ headings = [] }) => headings.length));
  const textAt = ({ headings = [], title }: SheetColumn, line: number): string | null => {
    if (line < headings.length) return headings[line] ?? '';
    return line === headings.length ? title : null;
  };
  /** Checks whether two columns have the same headings down to this line. */
  const shareHeadings = (a: SheetColumn | undefined, b: SheetColumn, line: number): boolean =>
    line < (b.headings?.length ?? 0) &&
    line < (a?.headings?.length ?? 0) &&
    (b.headings ?? []).slice(0, line + 1).every((text, index) => a?.headings?.[index] === text);
  const mergedRanges: string[] = [];
  const lines = Array.from({ length: depth + 1 }, (_none, line) =>
    columns.map((column, index): SheetCell => {
      const text = textAt(column, line);
      if (text === null || shareHeadings(columns[index - 1], column, line)) return null;
      let lastIndex = index;
      for (let next = columns[lastIndex + 1]; next && shareHeadings(column, next, line); next = columns[lastIndex + 1])
        lastIndex += 1;
      const lastLine = line === (column.headings?.length ?? 0) ? depth : line;
      if (lastIndex > index || lastLine > line)
        mergedRanges.push(`${columnName(index)}${line + 1}:${columnName(lastIndex)}${lastLine + 1}`);
      return text;
    }),
  );
  return { lines, mergedRanges };
}

/** Returns the XML that attaches offered values and hints to the cells of the columns; '' if there are none. */
function dataValidationsXml(columns: readonly SheetColumn[]): string {
  const columnsWithChoices = columns.filter(({ choices }) => choices?.length);
  const validations = columns.flatMap((column, index) => {
    const range = `${columnName(index)}2:${columnName(index)}${LAST_VALIDATED_ROW}`;
    const note = column.note
      ? ` showInputMessage="1" promptTitle="${escapedText(column.title.slice(0, 30))}" prompt="${escapedText(column.note.slice(0, 250))}"`
      : '';
    const choiceIndex = columnsWithChoices.indexOf(column);
    if (choiceIndex >= 0)
      return [
        `<dataValidation type="list" allowBlank="1" errorStyle="warning" showErrorMessage="1" errorTitle="不在可选值中" error="此内容不在可选值中，仍要填写吗？"${note} sqref="${range}"><formula1>'${CHOICE_SHEET}'!$${columnName(choiceIndex)}$2:$${columnName(choiceIndex)}$${(column.choices?.length ?? 0) + 1}</formula1></dataValidation>`,
      ];
    return note === '' ? [] : [`<dataValidation allowBlank="1"${note} sqref="${range}"/>`];
  });
  return validations.length === 0
    ? ''
    : `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`;
}

/** Returns the rows of the second sheet: one column of offered values for each column with choices. */
function choiceRows(columns: readonly SheetColumn[]): SheetCell[][] {
  const rowCount = Math.max(...columns.map(({ choices }) => choices?.length ?? 0));
  return Array.from({ length: rowCount }, (_none, index) => columns.map(({ choices }) => choices?.[index] ?? null));
}

async function* sheetChunks(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<Buffer> {
  const widths = columns
    .map(
      ({ title, width }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width ?? Math.max(10, title.length * 2 + 4)}" customWidth="1"/>`,
    )
    .join('');
  const { lines, mergedRanges } = headingLinesOf(columns);
  // indexes into `cellXfs` of the styles: 1 is bold, 2 is bold and centred
  const style = mergedRanges.length > 0 ? ' s="2"' : ' s="1"';
  yield Buffer.from(
    `${XML_DECLARATION}<worksheet xmlns="${SHEET_NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${lines.length}" topLeftCell="A${lines.length + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${widths}</cols><sheetData>${lines.map((line) => `<row>${line.map((text) => cellXml(text, style)).join('')}</row>`).join('')}`,
  );
  let rowXmls: string[] = [];
  for await (const row of rows) {
    rowXmls.push(`<row>${row.map((value) => cellXml(value)).join('')}</row>`);
    if (rowXmls.length < ROWS_PER_CHUNK) continue;
    yield Buffer.from(rowXmls.join(''));
    rowXmls = [];
  }
  const mergeCells =
    mergedRanges.length > 0
      ? `<mergeCells count="${mergedRanges.length}">${mergedRanges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`
      : '';
  yield Buffer.from(`${rowXmls.join('')}</sheetData>${mergeCells}${dataValidationsXml(columns)}</worksheet>`);
}

/**
 * Generates a workbook. Its first sheet contains `rows` and is written while they are read. If columns offer values
 * (`choices`), a second sheet contains these values. `name`: name of the first sheet, cut to 31 characters; each of
 * []:*?/\ becomes a space.
 */
export function xlsxFile(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<Buffer> {
  const columnsWithChoices = columns.filter(({ choices }) => choices?.length);
  const choiceColumns = columnsWithChoices.map(({ title, choices = [] }) => ({ title, choices }));
  const hasChoices = choiceColumns.length > 0;
  const ifChoices = (text: string): string => (hasChoices ? text : '');
  return zip([
    xmlEntry(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
        ifChoices(
          '<Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>',
        ) +
        '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    ),
    xmlEntry(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    xmlEntry(
      'xl/workbook.xml',
      `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}"><sheets><sheet name="${escapedText(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31))}" sheetId="1" r:id="rId1"/>${ifChoices(`<sheet name="${CHOICE_SHEET}" sheetId="2" r:id="rId3"/>`)}</sheets></workbook>`,
    ),
    xmlEntry(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE_NAMESPACE}/styles" Target="styles.xml"/>${ifChoices(`<Relationship Id="rId3" Type="${OFFICE_NAMESPACE}/worksheet" Target="worksheets/sheet2.xml"/>`)}</Relationships>`,
    ),
    xmlEntry(
      'xl/styles.xml',
      `<styleSheet xmlns="${SHEET_NAMESPACE}"><fonts count="2"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills>` +
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" fontId="1" applyFont="1" applyAlignment="1"><alignment horizontal="center" vertical="center"/></xf></cellXfs></styleSheet>',
    ),
    { name: 'xl/worksheets/sheet1.xml', content: sheetChunks(columns, rows) },
    ...(hasChoices
      ? [
          {
            name: 'xl/worksheets/sheet2.xml',
            content: sheetChunks(
              choiceColumns.map(({ title }) => ({ title })),
              choiceRows(choiceColumns),
            ),
          },
        ]
      : []),
  ]);
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
