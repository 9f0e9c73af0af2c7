import { checkZip } from '../../screens/preview/zipBounds.ts';
import { fieldOf, fieldsOfLine, tableOfFields } from './readLabels.ts';
import type { GuessedColumn } from './guessColumn.ts';
import { MOST_BYTES } from './readTables.ts';
import { tableOf, type SheetTable } from './sheetTable.ts';

const MOST_ROWS = 2_000;
const MOST_CELLS = 60;

/** A cell of a table in a text document; `span`: grid columns that it takes. */
interface TextCell {
  text: string;
  span: number;
}

const named = (element: Element, name: string): Element[] =>
  [...element.children].filter(({ tagName }) => tagName === name);

/** The text of an element, its paragraphs and breaks as lines. */
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
  named(table, 'w:tr')
    .slice(0, MOST_ROWS)
    .map((row) =>
      named(row, 'w:tc')
        .slice(0, MOST_CELLS)
        .map((cell) => {
          const span = cell.getElementsByTagName('w:gridSpan')[0]?.getAttribute('w:val');
          return { text: textOf(cell), span: Number(span) || 1 };
        }),
    );

/** A heading with records or empty lines below it, all of one width: what a sheet would be. */
function isGrid(rows: readonly TextCell[][]): boolean {
  const [head = [], ...below] = rows;
  const isPlain = rows.every((row) => row.length === head.length && row.every(({ span }) => span === 1));
  if (!isPlain || head.length < 3 || below.length === 0) return false;
  return (
    head.every(({ text }) => text !== '' && text.length <= 20) &&
    below.some(
      (row) => row.every(({ text }) => text === '') || row.filter(({ text }) => text !== '').length > head.length / 2,
    )
  );
}

/** Labels and the places beside them: "姓名 | ____ | 部门 | ____", with what may be chosen in the place. */
function fieldsOfRow(row: readonly TextCell[]): GuessedColumn[] {
  const [only] = row;
  // a line across the table is a heading, or holds labels with a colon
  if (row.length === 1) return only && /[：:]/.test(only.text) ? only.text.split('\n').flatMap(fieldsOfLine) : [];
  const found: GuessedColumn[] = [];
  for (let index = 0; index < row.length; index += 1) {
    const label = row[index]?.text.replace(/\s+/g, '') ?? '';
    if (label === '') continue;
    const beside = row[index + 1]?.text ?? '';
    const isPlace = beside === '' || /[□☐☑_＿]/.test(beside) || /年\s*月\s*日/.test(beside);
    if (/[：:]/.test(label) && !isPlace) found.push(...fieldsOfLine(row[index]?.text ?? ''));
    else if (isPlace && row[index + 1]) {
      const field = fieldOf(label, beside);
      if (field) found.push(/年\s*月\s*日/.test(beside) && field.kind === 'text' ? { ...field, kind: 'date' } : field);
      index += 1;
    }
  }
  return found;
}

/** The body of a document. Refuses what declares entities: no office program writes that. */
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
 * The forms that a text document (.docx) describes: its tables of labels together as one, named by the first line above them, and
 * each table with a heading and rows as one of its own. Without tables, its lines are read as labels. Throws RangeError with a
 * sentence for what is too large, no such document or holds no field.
 */
export async function readWord(file: File): Promise<SheetTable[]> {
  if (file.size > MOST_BYTES) throw new RangeError('文件超过 20 MB，请拆分后再试');
  const body = await bodyOf(new Uint8Array(await file.arrayBuffer()));
  const stem = file.name.replace(/\.\w+$/, '');
  const fields: GuessedColumn[] = [];
  const grids: SheetTable[] = [];
  let title = '';
  let above = '';
  for (const element of body.children) {
    if (element.tagName === 'w:p') {
      const text = textOf(element).replace(/\s+/g, ' ');
      if (text === '') continue;
      if (title === '' && fields.length === 0 && text.length <= 40 && !/[：:]/.test(text))
        title = text.replace(/\s/g, '');
      else if (/[：:]/.test(text) && text.length <= 120) fields.push(...fieldsOfLine(text));
      above = text.length <= 30 ? text : '';
    } else if (element.tagName === 'w:tbl') {
      const rows = rowsOf(element);
      if (isGrid(rows)) {
        const grid = tableOf(
          above || `${stem}明细`,
          rows.map((row) => row.map(({ text }) => (text === '' ? null : text))),
        );
        if (grid) grids.push({ ...grid, name: grid.name.replace(/\s/g, '').slice(0, 30) });
      } else fields.push(...rows.flatMap(fieldsOfRow));
      above = '';
    }
  }
  const name = (title || stem).slice(0, 60);
  const tables = [...(fields.length > 0 ? [tableOfFields(name, fields)] : []), ...grids];
  if (tables.length === 0)
    throw new RangeError('没有找到字段：文档中应有“姓名｜空格”这样的表格，或带表头的表格，或“姓名：”这样的行');
  return tables;
}
