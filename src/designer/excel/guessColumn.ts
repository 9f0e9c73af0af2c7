import { textOfCell, type Cell } from './sheetTable.ts';

/** What a column of a sheet becomes. `relation` is guessed over several sheets (`guessForms.ts`). */
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

export interface GuessedColumn {
  title: string;
  kind: ColumnKind;
  isRequired: boolean;
  isUnique: boolean;
  /** A running number of the sheet that no record needs. */
  isLeftOut: boolean;
  /** Decimal places of a number. */
  precision: number;
  /** Values to choose from. */
  options: string[];
  /** The form that a relation points at. */
  to?: string;
}

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const MOMENT = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const RESIDENT = /^\d{17}[\dXx]$/;
const PHONE = /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/;
const MONEY = /金额|单价|价格|费用|费$|合计|总价|产值|回款|工资|税额|余额|款$/;
const NUMBERED = /编号|号码|单号|证号|代码|账号|合同号|学号|工号/;
const LONG = /备注|说明|描述|内容|意见|简介|原因|要求|事由|理由/;
const RUNNING = /^(序号|序|行号|No\.?|NO|编次)$/i;
const YES_NO = [
  ['是', '否'],
  ['有', '无'],
  ['√', '×'],
  ['Y', 'N'],
  ['已', '未'],
];

/** A choice has few values, each short and used again. */
const MOST_OPTIONS = 15;
const LONGEST_OPTION = 20;

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;

/** A number that a spreadsheet would keep as typed: no leading zero, no more than 15 digits. */
export function isPlainNumber(cell: Cell): boolean {
  if (typeof cell === 'number') return Number.isFinite(cell);
  const text = textOfCell(cell);
  return NUMBER.test(text) && !/^[+-]?0\d/.test(text) && text.replace(/\D/g, '').length <= 15;
}

/** `2026/1/5` and `2026年1月5日` as `2026-01-05`; null for what is no date. */
export function dateOf(cell: Cell): string | null {
  if (cell !== null && typeof cell === 'object') return cell.date.slice(0, 10);
  const found = DATE.exec(textOfCell(cell)) ?? MOMENT.exec(textOfCell(cell));
  if (!found) return null;
  const [year = '', month = '', day = ''] = found.slice(1);
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number.isNaN(Date.parse(text)) || Number(month) > 12 || Number(day) > 31 ? null : text;
}

/** A moment as `YYYY-MM-DD HH:mm:ss`; a day alone begins at midnight. */
export function momentOf(cell: Cell): string | null {
  const day = dateOf(cell);
  if (day === null) return null;
  if (cell !== null && typeof cell === 'object') return cell.date.length > 10 ? cell.date : `${day} 00:00:00`;
  const [hour = '0', minute = '00', second = '00'] = MOMENT.exec(textOfCell(cell))?.slice(4) ?? [];
  return `${day} ${hour.padStart(2, '0')}:${minute}:${second ?? '00'}`;
}

const hasTime = (cell: Cell): boolean => (momentOf(cell) ?? '').slice(11) > '00:00:00';

/** Kinds that a title alone says, the first that fits. */
const BY_TITLE: readonly [RegExp, ColumnKind][] = [
  [/身份证/, 'identityCard'],
  [/电话|手机|联系方式/, 'phone'],
  [/^是否|与否$/, 'yesNo'],
  [/日期$|^日期|年月日|生日$/, 'date'],
  [/时间$|时刻$/, 'datetime'],
  [LONG, 'textarea'],
  [NUMBERED, 'text'],
  [MONEY, 'number'],
  [/数量|人数|天数|次数|份数|件数|台数|时长|面积|长度|宽度|高度|重量|比例|里程|年龄/, 'number'],
];

/** What a field is by its title, where nothing else is known of it. */
export function guessTitle(title: string): GuessedColumn {
  const kind = BY_TITLE.find(([pattern]) => pattern.test(title))?.[1] ?? 'text';
  return {
    title,
    kind,
    isRequired: false,
    isUnique: false,
    isLeftOut: RUNNING.test(title),
    precision: kind === 'number' && MONEY.test(title) ? 2 : 0,
    options: kind === 'yesNo' ? ['是', '否'] : [],
  };
}

function kindOf(title: string, filled: readonly Cell[], texts: readonly string[]): ColumnKind {
  if (texts.every((text) => RESIDENT.test(text))) return 'identityCard';
  if (texts.every((text) => PHONE.test(text))) return 'phone';
  if (filled.every((cell) => dateOf(cell) !== null)) return filled.some(hasTime) ? 'datetime' : 'date';
  if (filled.every(isPlainNumber) && !NUMBERED.test(title)) return 'number';
  const values = new Set(texts);
  if (LONG.test(title) || texts.some((text) => text.length > 50 || text.includes('\n'))) return 'textarea';
  if (YES_NO.some((pair) => [...values].every((value) => pair.includes(value))) && values.size <= 2) return 'yesNo';
  const isChosen =
    values.size <= MOST_OPTIONS &&
    texts.length >= 4 &&
    texts.length >= values.size * 2 &&
    texts.every((text) => text.length <= LONGEST_OPTION);
  return isChosen && !NUMBERED.test(title) && !/名称$|姓名$/.test(title) ? 'select' : 'text';
}

/** 1, 2, 3 … down the sheet. */
const isRunning = (title: string, cells: readonly Cell[]): boolean =>
  RUNNING.test(title) &&
  cells.every((cell, index) => textOfCell(cell) === '' || Number(textOfCell(cell)) === index + 1);

/**
 * What a column of a sheet most likely is, judged by its title and all of its cells. A person corrects it before anything
 * is made, so a doubtful column stays a text.
 */
export function guessColumn(title: string, cells: readonly Cell[]): GuessedColumn {
  const filled = cells.filter((cell) => textOfCell(cell) !== '');
  if (filled.length === 0) return guessTitle(title);
  const texts = filled.map(textOfCell);
  const kind = kindOf(title, filled, texts);
  const isFull = filled.length === cells.length;
  return {
    title,
    kind,
    isRequired: isFull,
    isUnique: isFull && cells.length > 1 && NUMBERED.test(title) && new Set(texts).size === texts.length,
    isLeftOut: isRunning(title, cells),
    precision: kind === 'number' ? Math.min(6, Math.max(MONEY.test(title) ? 2 : 0, ...texts.map(decimals))) : 0,
    options: kind === 'select' || kind === 'yesNo' ? [...new Set(texts)] : [],
  };
}
