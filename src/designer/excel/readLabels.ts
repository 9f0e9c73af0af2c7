import { guessFromTitle, type GuessedColumn } from './guessColumn.ts';
import type { SheetTable } from './sheetTable.ts';

const MAX_FIELDS = 300;
const MAX_TITLE_LENGTH = 40;
const MAX_OPTION_LENGTH = 20;
/** A list marker before a line: `1.`, `（二）`, `三、`, `-`; not the decimal point of `1.5`. */
const BULLET = /^\s*(?:[-•·●○■▪]\s*|[（(]?(?:\d{1,3}|[一二三四五六七八九十]{1,3})(?:[)）、]|[.．](?!\d))\s*)/;
/** Matches the mark of a required field: an asterisk at the start or end, or 必填 in brackets. */
const REQUIRED = /^[*＊]|[*＊]$|[（(](?:[^()（）]*[，,\s])?必填(?:[，,\s][^()（）]*)?[)）]/;
/** A blank to fill in: underscores, dots, empty brackets. */
const BLANK = /[_＿﹍…]{2,}|\.{3,}|[（(]\s*[)）]/g;
const CHECKBOX = /[□☐☑✓√○]\s*/;
const SEPARATOR = /\s*[/／、|｜；;]\s*/;
/** Words in brackets, and the properties of the field that they determine. */
const KIND_HINTS: readonly [RegExp, Partial<GuessedColumn>][] = [
  [/^(多行|多行文本|长文本)$/, { kind: 'textarea' }],
  [/^(日期时间|时间)$/, { kind: 'datetime' }],
  [/^(日期|年月日)$/, { kind: 'date' }],
  [/^(整数|个|人|天|次|份|件|台|套|年|月|小时|公里|岁)$/, { kind: 'number', precision: 0 }],
  [/^(数字|数值|金额|元|万元|小数|㎡|m²|米|mm|kg|吨|%)$/i, { kind: 'number', precision: 2 }],
  [/^(文本|文字|单行)$/, { kind: 'text' }],
  [/^(电话|手机)$/, { kind: 'phone' }],
  [/^(唯一|不重复)$/, { isUnique: true }],
];

/** Returns the options in a text such as "轿车/商务车" or "□是 □否"; none if the text is not a list of short words. */
function optionsIn(text: string): string[] {
  const parts = (CHECKBOX.test(text) ? text.split(CHECKBOX) : text.split(SEPARATOR))
    .map((part) => part.trim())
    .filter(Boolean);
  const isList = parts.length >= 2 && parts.every((part) => part.length <= MAX_OPTION_LENGTH);
  return isList ? [...new Set(parts)] : [];
}

/** Returns a field from a label and the text after it; null if the label is empty. */
export function fieldOf(label: string, textAfter: string): GuessedColumn | null {
  const isRequired = REQUIRED.test(label.trim()) || REQUIRED.test(textAfter.trim());
  let hintedProperties: Partial<GuessedColumn> = {};
  let options = optionsIn(textAfter.replace(BLANK, ' ').replace(REQUIRED, '').trim());
  const title = label
    .replace(BLANK, '')
    .replace(/[（(]([^()（）]{1,60})[)）]/g, (whole, inner: string) => {
      const words = inner.split(/[，,\s]+/).filter((word) => word !== '必填');
      const hints = words.map((word) => KIND_HINTS.find(([pattern]) => pattern.test(word))?.[1]);
      const optionsInBrackets = optionsIn(inner);
      if (optionsInBrackets.length > 0) options = optionsInBrackets;
      else if (hints.includes(undefined)) return whole;
      for (const hint of hints) hintedProperties = { ...hintedProperties, ...hint };
      return '';
    })
    .replace(/[*＊：:]/g, '')
    .replace(/\s+/g, '')
    .slice(0, MAX_TITLE_LENGTH);
  if (title === '') return null;
  const isYesNo = options.length === 2 && ['是 否', '有 无', '合格 不合格'].includes(options.join(' '));
  const select = options.length > 0 ? ({ kind: isYesNo ? 'yesNo' : 'select', options } as const) : {};
  return { ...guessFromTitle(title), ...select, ...hintedProperties, isRequired, isLeftOut: false };
}

/** Returns the fields of one line; "姓名：____  部门：____" has two. */
export function fieldsOfLine(line: string): GuessedColumn[] {
  const text = line.replace(BULLET, '').trim();
  if (text === '') return [];
  // a label, a colon, and the text up to the next label
  const pairs = [...text.matchAll(/([^\s：:_＿]+)\s*[：:]\s*([^：:]*?)(?=\s+[^\s：:_＿]+\s*[：:]|$)/g)];
  const fields =
    pairs.length > 0 ? pairs.map(([, label = '', textAfter = '']) => fieldOf(label, textAfter)) : [fieldOf(text, '')];
  return fields.filter((field) => field !== null);
}

/** Returns a table of fields without rows; repeated titles are numbered. */
export function tableOfFields(name: string, fields: readonly GuessedColumn[]): SheetTable {
  const listedFields = fields.slice(0, MAX_FIELDS);
  const ownTitles = new Set(listedFields.map(({ title }) => title));
  const usedTitles = new Set<string>();
  const uniqueFields = listedFields.map((field) => {
    let { title } = field;
    for (let count = 2; usedTitles.has(title); count += 1)
      if (!ownTitles.has(`${field.title}${count}`)) title = `${field.title}${count}`;
    usedTitles.add(title);
    return title === field.title ? field : { ...field, title };
  });
  return {
    name,
    titles: uniqueFields.map(({ title }) => title),
    rows: [],
    rowNumbers: [],
    headingRow: 0,
    fields: uniqueFields,
  };
}

const isFormName = (line: string): boolean =>
  line.length <= 30 && !/[：:_＿]/.test(line) && /(表|单|书|申请|登记|记录|审批|台账|报告)$/.test(line);

/**
 * Reads a form from lines of text: one label per line, followed by options and "必填". The first line is the name of the
 * form if it has no label syntax. Throws a RangeError with a Chinese message if no label is found.
 */
export function readLabels(text: string): SheetTable {
  const lines = text
    .split(/\r?\n|\t/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = ''] = lines;
  const hasName = lines.length > 1 && isFormName(first.replace(BULLET, ''));
  const fields = lines.slice(hasName ? 1 : 0).flatMap(fieldsOfLine);
  if (fields.length === 0) throw new RangeError('没有找到字段：请每行写一个字段名称');
  return tableOfFields(hasName ? first.replace(BULLET, '') : '新表单', fields);
}
