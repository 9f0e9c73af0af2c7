import { checkZip } from '../../screens/preview/checkZip.ts';
import { fieldOf, fieldsOfLine, tableOfFields } from './readLabels.ts';
import type { GuessedColumn } from './guessColumn.ts';
import { MAX_FILE_BYTES } from './readTables.ts';
import { tableOf, type SheetTable } from './sheetTable.ts';

const MAX_ROWS = 2_000;
const MAX_CELLS = 60;

/** A cell of a table in a text document. `span`: its width in grid columns. */
interface TextCell {
  text: string;
  span: number;
}

const childrenNamed = (element: Element, name: string): Element[] =>
  [...element.children].filter(({ tagName }) => tagName === name);

/** Returns the text of an element; paragraphs and line breaks become lines. */
function textOf(element: Element): string {
  let text = '';
  const visit = (node: Element): void => {
    if (node.tagName === 'w:t') text += node.textContent ?? '';
    else if (node.tagName === 'w:tab') text += ' ';
    else if (node.tagName === 'w:br') text += '\n';
    else if (node.tagName === 'w:sym') text += '□';
    for (const child of node.children) visit(child);
    if (node.tagName === 'w:p') text += '\n';
  };
  visit(element);
  return text.trim();
}

const rowsOf = (table: Element): TextCell[][] =>
  childrenNamed(table, 'w:tr')
    .slice(0, MAX_ROWS)
    .map((row) =>
      childrenNamed(row, 'w:tc')
        .slice(0, MAX_CELLS)
        .map((cell) => {
          const span = cell.getElementsByTagName('w:gridSpan')[0]?.getAttribute('w:val');
          return { text: textOf(cell), span: Number(span) || 1 };
        }),
    );

/**
 * Returns true if a table is a list of records. Its first row must consist of at least three short texts. All rows must
 * have the same number of cells, and at least one row below the first must be blank or have text in more than half of
 * its cells.
 */
function isGrid(rows: readonly TextCell[][]): boolean {
  const [heading = [], ...bodyRows] = rows;
  const isPlain = rows.every((row) => row.length === heading.length && row.every(({ span }) => span === 1));
  if (!isPlain || heading.length < 3 || bodyRows.length === 0) return false;
  return (
    heading.every(({ text }) => text !== '' && text.length <= 20) &&
    bodyRows.some(
      (row) =>
        row.every(({ text }) => text === '') || row.filter(({ text }) => text !== '').length > heading.length / 2,
    )
  );
}

/**
 * Returns the fields of a row of labels and cells to fill in, such as "姓名 | ____ | 部门 | ____". A cell to fill in may
 * contain check boxes (□男 □女) or 年 月 日.
 */
function fieldsOfRow(row: readonly TextCell[]): GuessedColumn[] {
  const [singleCell] = row;
  // a row with a single cell is a heading, or contains labels with colons
  if (row.length === 1)
    return singleCell && /[：:]/.test(singleCell.text) ? singleCell.text.split('\n').flatMap(fieldsOfLine) : [];
  const fields: GuessedColumn[] = [];
  for (let index = 0; index < row.length; index += 1) {
    const label = row[index]?.text.replace(/\s+/g, '') ?? '';
    if (label === '') continue;
    const nextText = row[index + 1]?.text ?? '';
    const isBlank = nextText === '' || /[□☐☑_＿]/.test(nextText) || /年\s*月\s*日/.test(nextText);
    if (/[：:]/.test(label) && !isBlank) fields.push(...fieldsOfLine(row[index]?.text ?? ''));
    else if (isBlank && row[index + 1]) {
      const field = fieldOf(label, nextText);
      if (field)
        fields.push(/年\s*月\s*日/.test(nextText) && field.kind === 'text' ? { ...field, kind: 'date' } : field);
      index += 1;
    }
  }
  return fields;
}

/**
 * Returns the body of a document. Refuses documents with entity declarations, because office programs never write them.
 */
async function bodyOf(bytes: Uint8Array): Promise<Element> {
  await checkZip(bytes);
  const { CFB } = await import('@e965/xlsx');
  const file = CFB.find(CFB.read(bytes, { type: 'array' }), '/word/document.xml');
  const xml = file ? new TextDecoder().decode(Uint8Array.from(file.content as unknown as ArrayLike<number>)) : '';
  if (xml === '' || /<!(DOCTYPE|ENTITY)/i.test(xml))
    throw new RangeError('不是 Word 文档（.docx），请另存为 .docx 后再试');
  const body = new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('w:body')[0];
  if (!body) throw new RangeError('文件已损坏，无法读取');
  return body;
}

/**
 * Reads forms from a text document (.docx): all tables of labels together become one form, named after the first line
 * before them. Each table with a heading and rows becomes a separate form. Lines with colons are read as labels. Throws
 * a RangeError with a Chinese message if the file is too large, is not a .docx document, or contains no field.
 */
export async function readWord(file: File): Promise<SheetTable[]> {
  if (file.size > MAX_FILE_BYTES) throw new RangeError('文件超过 20 MB，请拆分后再试');
  const body = await bodyOf(new Uint8Array(await file.arrayBuffer()));
  const baseName = file.name.replace(/\.\w+$/, '');
  const fields: GuessedColumn[] = [];
  const grids: SheetTable[] = [];
  let title = '';
  let lineAbove = '';
  for (const element of body.children) {
    if (element.tagName === 'w:p') {
      const text = textOf(element).replace(/\s+/g, ' ');
      if (text === '') continue;
      if (title === '' && fields.length === 0 && text.length <= 40 && !/[：:]/.test(text))
        title = text.replace(/\s/g, '');
      else if (/[：:]/.test(text) && text.length <= 120) fields.push(...fieldsOfLine(text));
      lineAbove = text.length <= 30 ? text : '';
    } else if (element.tagName === 'w:tbl') {
      const rows = rowsOf(element);
      if (isGrid(rows)) {
        const grid = tableOf(
          lineAbove || `${baseName}明细`,
          rows.map((row) => row.map(({ text }) => (text === '' ? null : text))),
        );
        if (grid) grids.push({ ...grid, name: grid.name.replace(/\s/g, '').slice(0, 30) });
      } else fields.push(...rows.flatMap(fieldsOfRow));
      lineAbove = '';
    }
  }
  const name = (title || baseName).slice(0, 60);
  const tables = [...(fields.length > 0 ? [tableOfFields(name, fields)] : []), ...grids];
  if (tables.length === 0)
    throw new RangeError('没有找到字段：文档中应有“姓名｜空格”这样的表格，或带表头的表格，或“姓名：”这样的行');
  return tables;
}
