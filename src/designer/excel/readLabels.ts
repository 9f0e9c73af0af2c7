import { guessTitle, type GuessedColumn } from './guessColumn.ts';
import type { SheetTable } from './sheetTable.ts';

const MOST_FIELDS = 300;
const LONGEST_TITLE = 40;
const LONGEST_OPTION = 20;
/** `1.`, `（二）`, `三、`, `-` before a line. */
const BULLET = /^\s*(?:[-•·●○■▪]\s*|[（(]?(?:\d{1,3}|[一二三四五六七八九十]{1,3})[)）.．、]\s*)/;
const REQUIRED = /^[*＊]|[*＊]$|[（(](?:[^()（）]*[，,\s])?必填(?:[，,\s][^()（）]*)?[)）]/;
/** A place to write: underscores, dots, empty brackets. */
const BLANK = /[_＿﹍…]{2,}|\.{3,}|[（(]\s*[)）]/g;
const BOX = /[□☐☑✓√○]\s*/g;
const SEPARATOR = /\s*[/／、|｜；;]\s*/;
/** Words in brackets that say what a field is. */
const HINTS: readonly [RegExp, Partial<GuessedColumn>][] = [
  [/^(多行|多行文本|长文本)$/, { kind: 'textarea' }],
  [/^(日期时间|时间)$/, { kind: 'datetime' }],
  [/^(日期|年月日)$/, { kind: 'date' }],
  [/^(整数|个|人|天|次|份|件|台|套|年|月|小时|公里|岁)$/, { kind: 'number', precision: 0 }],
  [/^(数字|数值|金额|元|万元|小数|㎡|m²|米|mm|kg|吨|%)$/i, { kind: 'number', precision: 2 }],
  [/^(文本|文字|单行)$/, { kind: 'text' }],
  [/^(电话|手机)$/, { kind: 'phone' }],
  [/^(唯一|不重复)$/, { isUnique: true }],
];

/** What may be chosen: "轿车/商务车", "□是 □否". None where it is no list of short words. */
function optionsIn(text: string): string[] {
  const parts = (BOX.test(text) ? text.split(BOX) : text.split(SEPARATOR)).map((part) => part.trim()).filter(Boolean);
  const isList = parts.length >= 2 && parts.every((part) => part.length <= LONGEST_OPTION);
  return isList ? [...new Set(parts)] : [];
}

/** A field of a label and what stands behind it; null where there is no label. */
export function fieldOf(label: string, behind: string): GuessedColumn | null {
  const isRequired = REQUIRED.test(label.trim()) || REQUIRED.test(behind.trim());
  let found: Partial<GuessedColumn> = {};
  let options = optionsIn(behind.replace(BLANK, ' ').replace(REQUIRED, '').trim());
  const title = label
    .replace(BLANK, '')
    .replace(/[（(]([^()（）]{1,60})[)）]/g, (whole, inner: string) => {
      const words = inner.split(/[，,\s]+/).filter((word) => word !== '必填');
      const hints = words.map((word) => HINTS.find(([pattern]) => pattern.test(word))?.[1]);
      const listed = optionsIn(inner);
      if (listed.length > 0) options = listed;
      else if (hints.includes(undefined)) return whole;
      for (const hint of hints) found = { ...found, ...hint };
      return '';
    })
    .replace(/[*＊：:]/g, '')
    .replace(/\s+/g, '')
    .slice(0, LONGEST_TITLE);
  if (title === '') return null;
  const isYesNo = options.length === 2 && ['是 否', '有 无', '合格 不合格'].includes(options.join(' '));
  const chosen = options.length > 0 ? ({ kind: isYesNo ? 'yesNo' : 'select', options } as const) : {};
  return { ...guessTitle(title), ...chosen, ...found, isRequired, isLeftOut: false };
}

/** Fields of one line: "姓名：____  部门：____" are two. */
export function fieldsOfLine(line: string): GuessedColumn[] {
  const text = line.replace(BULLET, '').trim();
  if (text === '') return [];
  const pairs = [...text.matchAll(/([^\s：:_＿]+)\s*[：:]\s*([^：:]*?)(?=\s+[^\s：:_＿]+\s*[：:]|$)/g)];
  const found =
    pairs.length > 0 ? pairs.map(([, label = '', behind = '']) => fieldOf(label, behind)) : [fieldOf(text, '')];
  return found.filter((field) => field !== null);
}

/** Titles differ: a repeated one gets a number behind it. */
export function tableOfFields(name: string, fields: readonly GuessedColumn[]): SheetTable {
  const seen = new Map<string, number>();
  const named = fields.slice(0, MOST_FIELDS).map((field) => {
    const count = (seen.get(field.title) ?? 0) + 1;
    seen.set(field.title, count);
    return count === 1 ? field : { ...field, title: `${field.title}${count}` };
  });
  return { name, titles: named.map(({ title }) => title), rows: [], headingRow: 0, fields: named };
}

const isName = (line: string): boolean =>
  line.length <= 30 && !/[：:_＿]/.test(line) && /(表|单|书|申请|登记|记录|审批|台账|报告)$/.test(line);

/**
 * A form described by lines, as they stand in a mail or a regulation: a label each, what may be chosen and "必填" behind it. The first
 * line is the form's name where it reads like one. Throws RangeError with a sentence where no label is found.
 */
export function readLabels(text: string): SheetTable {
  const lines = text
    .split(/\r?\n|\t/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = ''] = lines;
  const hasName = lines.length > 1 && isName(first.replace(BULLET, ''));
  const fields = lines.slice(hasName ? 1 : 0).flatMap(fieldsOfLine);
  if (fields.length === 0) throw new RangeError('没有找到字段：请每行写一个字段名称');
  return tableOfFields(hasName ? first.replace(BULLET, '') : '新表单', fields);
}
