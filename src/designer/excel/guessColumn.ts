import { textOfCell, type Cell } from './sheetTable.ts';

/** The kind of field for a column. `relation` is guessed by comparing sheets (`guessForms.ts`). */
export type ColumnKind =
  | 'text'
  | 'textarea'
  | 'number'
  | 'date'
  | 'datetime'
  | 'select'
  | 'yesNo'
  | 'phone'
  | 'identityCard'
  | 'relation';

/** The field that is guessed for a column. */
export interface GuessedColumn {
  title: string;
  kind: ColumnKind;
  isRequired: boolean;
  isUnique: boolean;
  /** True if the column does not become a field, for example because it contains row numbers. */
  isLeftOut: boolean;
  /** Decimal places of a number. */
  precision: number;
  /** The options of a select. */
  options: string[];
  /** The target form of a relation: its `id` while the user edits the forms, its key when the forms are created. */
  to?: string;
}

/** Returns true if the kind has options. */
export const hasOptions = (kind: ColumnKind): boolean => kind === 'select' || kind === 'yesNo';
/** Returns true if unique values can be required for the kind. */
export const canBeUnique = (kind: ColumnKind): boolean => ['text', 'phone', 'identityCard', 'number'].includes(kind);

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const DATE_TIME = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const RESIDENT_ID = /^\d{17}[\dXx]$/;
const PHONE = /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/;
const MONEY_TITLE = /金额|单价|价格|费用|费$|合计|总价|产值|回款|工资|税额|余额|款$/;
const CODE_TITLE = /编号|号码|单号|证号|代码|账号|合同号|学号|工号/;
const LONG_TEXT_TITLE = /备注|说明|描述|内容|意见|简介|原因|要求|事由|理由/;
const ROW_NUMBER_TITLE = /^(序号|序|行号|No\.?|NO|编次)$/i;
const YES_NO = [
  ['是', '否'],
  ['有', '无'],
  ['√', '×'],
  ['Y', 'N'],
  ['已', '未'],
];

/** A longer text makes the column a text of several lines. */
const MAX_LINE_LENGTH = 50;
/** Limits for select fields. */
const MAX_OPTIONS = 15;
const MAX_OPTION_LENGTH = 20;

const countDecimals = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Returns true if a cell is a number that can be stored without loss: no leading zero, at most 15 digits. */
export function isPlainNumber(cell: Cell): boolean {
  if (typeof cell === 'number') return Number.isFinite(cell);
  const text = textOfCell(cell);
  return NUMBER.test(text) && !/^[+-]?0\d/.test(text) && text.replace(/\D/g, '').length <= 15;
}

/** Returns the date of a cell as `YYYY-MM-DD` (from `2026/1/5`, `2026年1月5日` …); null if it is no date. */
export function dateOf(cell: Cell): string | null {
  if (cell !== null && typeof cell === 'object') return cell.date.slice(0, 10);
  const match = DATE.exec(textOfCell(cell)) ?? DATE_TIME.exec(textOfCell(cell));
  if (!match) return null;
  const [year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] = match.slice(1);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // a day that the month does not have is read as a day of the next month
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

/**
 * Returns the date and time of a cell as `YYYY-MM-DD HH:mm:ss`, midnight for a date without time; null if it is no
 * date.
 */
export function momentOf(cell: Cell): string | null {
  const day = dateOf(cell);
  if (day === null) return null;
  if (cell !== null && typeof cell === 'object') return cell.date.length > 10 ? cell.date : `${day} 00:00:00`;
  const [hour = '0', minute = '00', second = '00'] = DATE_TIME.exec(textOfCell(cell))?.slice(4) ?? [];
  return `${day} ${hour.padStart(2, '0')}:${minute}:${second ?? '00'}`;
}

const hasTime = (cell: Cell): boolean => (momentOf(cell) ?? '').slice(11) > '00:00:00';

/** Column kinds by title pattern; the first match applies. */
const KIND_BY_TITLE: readonly [RegExp, ColumnKind][] = [
  [/身份证/, 'identityCard'],
  [/电话|手机|联系方式/, 'phone'],
  [/^是否|与否$/, 'yesNo'],
  [/日期$|^日期|年月日|生日$/, 'date'],
  [/时间$|时刻$/, 'datetime'],
  [LONG_TEXT_TITLE, 'textarea'],
  [CODE_TITLE, 'text'],
  [MONEY_TITLE, 'number'],
  [/数量|人数|天数|次数|份数|件数|台数|时长|面积|长度|宽度|高度|重量|比例|里程|年龄/, 'number'],
];

/** Guesses a field only from its title. */
export function guessFromTitle(title: string): GuessedColumn {
  const kind = KIND_BY_TITLE.find(([pattern]) => pattern.test(title))?.[1] ?? 'text';
  return {
    title,
    kind,
    isRequired: false,
    isUnique: false,
    isLeftOut: ROW_NUMBER_TITLE.test(title),
    precision: kind === 'number' && MONEY_TITLE.test(title) ? 2 : 0,
    options: kind === 'yesNo' ? ['是', '否'] : [],
  };
}

/**
 * Returns the two words of a yes-or-no column, even if only one of them occurs in the cells; undefined for other
 * columns.
 */
const pairOf = (texts: readonly string[]): string[] | undefined =>
  YES_NO.find((pair) => texts.every((text) => pair.includes(text)));

function guessKind(title: string, filledCells: readonly Cell[], texts: readonly string[]): ColumnKind {
  if (texts.every((text) => RESIDENT_ID.test(text))) return 'identityCard';
  if (texts.every((text) => PHONE.test(text))) return 'phone';
  if (filledCells.every((cell) => dateOf(cell) !== null)) return filledCells.some(hasTime) ? 'datetime' : 'date';
  if (filledCells.every(isPlainNumber) && !CODE_TITLE.test(title)) return 'number';
  const values = new Set(texts);
  if (LONG_TEXT_TITLE.test(title) || texts.some((text) => text.length > MAX_LINE_LENGTH || text.includes('\n')))
    return 'textarea';
  if (pairOf(texts)) return 'yesNo';
  // a select field needs at least four filled cells, and each value twice on average
  const isSelect =
    values.size <= MAX_OPTIONS &&
    texts.length >= 4 &&
    texts.length >= values.size * 2 &&
    texts.every((text) => text.length <= MAX_OPTION_LENGTH);
  return isSelect && !CODE_TITLE.test(title) && !/名称$|姓名$/.test(title) ? 'select' : 'text';
}

/** Returns true if the cells of a column are the row numbers 1, 2, 3 …. */
const isRowNumber = (title: string, cells: readonly Cell[]): boolean =>
  ROW_NUMBER_TITLE.test(title) &&
  cells.every((cell, index) => textOfCell(cell) === '' || Number(textOfCell(cell)) === index + 1);

/**
 * Guesses the field for a column from its title and its cells. If unclear, the result is a text field; the user can
 * correct it before the form is created.
 */
export function guessColumn(title: string, cells: readonly Cell[]): GuessedColumn {
  const filledCells = cells.filter((cell) => textOfCell(cell) !== '');
  if (filledCells.length === 0) return guessFromTitle(title);
  const texts = filledCells.map(textOfCell);
  const kind = guessKind(title, filledCells, texts);
  const isFull = filledCells.length === cells.length;
  return {
    title,
    kind,
    isRequired: isFull,
    isUnique: isFull && cells.length > 1 && CODE_TITLE.test(title) && new Set(texts).size === texts.length,
    isLeftOut: isRowNumber(title, cells),
    precision:
      kind === 'number' ? Math.min(6, Math.max(MONEY_TITLE.test(title) ? 2 : 0, ...texts.map(countDecimals))) : 0,
    options: kind === 'yesNo' ? [...(pairOf(texts) ?? [])] : kind === 'select' ? [...new Set(texts)] : [],
  };
}
