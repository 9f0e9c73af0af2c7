/** Definitions of the tags rendered by @formily/antd-v5, by the kind of stored value. */
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { isOptionPart, staticOptions, type Option, type WidgetDefinition } from '../../kernel/index.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import { choiceFilter, choiceHint, choiceType } from './choice/choiceField.ts';
import { optionFromText, optionText } from './choice/options.ts';
import { parseDate, parseTypedDate, rangeSplits } from './text/dates.ts';
import { toHalfWidth } from '../../domain/halfWidth.ts';
import { asList, asText, LIST_SEPARATOR, splitPastedNames } from './values.ts';

dayjs.extend(customParseFormat);

/** The node properties that these definitions read; the grammar of each tag defines the allowed properties. */
interface Node {
  maxlength?: number;
  min?: number;
  max?: number;
  precision?: number;
  multiple?: boolean;
  showTime?: boolean;
  picker?: 'date' | 'month' | 'year';
  format?: string;
}
type Definition = WidgetDefinition<Node>;

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

export const textDefinition = (tag: string): Definition => ({
  tag,
  kind: 'field',
  valueType: 'string',
  isFreeText: true,
  column: { keys: { isSingleLine: true } },
  validate: (value, { maxlength }) =>
    maxlength !== undefined && asText(value).length > maxlength ? `最多 ${maxlength} 个字` : null,
  text: asText,
  fromText: (text) => ({ ok: true, value: text }),
});

export const numberDefinition = (tag: string): Definition => ({
  tag,
  kind: 'field',
  valueType: 'double',
  column: { width: 120, align: 'right' },
  validate(value, { min, max, precision }) {
    if (typeof value !== 'number') return null;
    if (!Number.isFinite(value)) return '不是有效的数字';
    if (min !== undefined && value < min) return `不能小于 ${min}`;
    if (max !== undefined && value > max) return `不能大于 ${max}`;
    if (precision !== undefined && Number(value.toFixed(precision)) !== value)
      return precision === 0 ? '应为整数' : `最多 ${precision} 位小数`;
    return null;
  },
  text: (value, { precision }) =>
    typeof value === 'number' && precision !== undefined ? value.toFixed(precision) : asText(value),
  fromText(text) {
    const digits = text.replace(/[,，\s]/g, '');
    if (digits === '') return { ok: true, value: null };
    return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(digits)
      ? { ok: true, value: Number(digits) }
      : { ok: false, message: `“${text.trim()}”不是数字` };
  },
});

export const switchDefinition = (tag: string): Definition => ({
  tag,
  kind: 'field',
  valueType: 'bool',
  emptyValue: false,
  column: { width: 90 },
  text(value) {
    if (value === true) return '是';
    return isNothing(value) || value === false ? '否' : asText(value);
  },
  fromText(text) {
    const typedWord = text.trim();
    if (['是', '1', 'true', '√'].includes(typedWord)) return { ok: true, value: true };
    return ['否', '0', 'false', ''].includes(typedWord)
      ? { ok: true, value: false }
      : { ok: false, message: '请输入“是”或“否”' };
  },
});

/** Returns all options of a tree as one list, each option before its children. */
const flatten = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flatten(option.children ?? [])]);

/**
 * Returns the definition of a choice field. Several options may be chosen if `kind` is `list` or if the node sets
 * `multiple`.
 */
export const choiceDefinition = (tag: string, kind: 'one' | 'list'): Definition => {
  const isMultiple = ({ multiple }: Node): boolean => kind === 'list' || multiple === true;
  return {
    tag,
    kind: 'field',
    valueType: (node) => (isMultiple(node) ? 'list' : choiceType(node)),
    hasCompanion: true,
    filter: choiceFilter,
    column: { width: 170, keys: { needsFocus: true } },
    sheet: { hint: (node) => choiceHint(isMultiple(node)) },
    validate(value, node) {
      if (isNothing(value) || Array.isArray(value) === isMultiple(node)) return null;
      return isMultiple(node) ? '应为多个选项' : '只能选一个选项';
    },
    text(value, node, { options = [], label }) {
      const values = (isMultiple(node) || Array.isArray(value) ? asList(value) : [value]).filter(
        (item) => !isNothing(item),
      );
      const allOptions = flatten(options);
      if (label !== undefined && !values.some((item) => isOptionPart(allOptions, item))) return label;
      return values.map((item) => optionText(allOptions, item)).join(LIST_SEPARATOR);
    },
    fromText(text, node, { options = [] }) {
      const names = isMultiple(node) ? splitPastedNames(text) : [text.trim()].filter(Boolean);
      const foundOptions: Option[] = [];
      for (const name of names) {
        const option = optionFromText(flatten(options), name);
        if (!option) return { ok: false, message: `没有“${name}”这个选项` };
        if (option.disabled) return { ok: false, message: `“${option.label}”不能选择` };
        foundOptions.push(option);
      }
      const values = foundOptions.map(({ value }) => value);
      const label = foundOptions.map((option) => option.label).join(LIST_SEPARATOR);
      return { ok: true, value: isMultiple(node) ? values : (values[0] ?? ''), label };
    },
  };
};

/** Returns the options along a path of values. If a value is unknown, the result ends before the option it names. */
function optionsAlong(path: readonly unknown[], options: readonly Option[]): Option[] {
  const [first, ...rest] = path;
  const option = options.find(({ value }) => asText(value) === asText(first));
  return option === undefined ? [] : [option, ...(rest.length > 0 ? optionsAlong(rest, option.children ?? []) : [])];
}

/** Returns the definition of a cascader: its value is one path through a tree of options. */
export const pathDefinition = (tag: string): Definition => ({
  tag,
  kind: 'field',
  valueType: 'list',
  hasCompanion: true,
  isPath: () => true,
  comparedAs: () => 'list',
  column: { width: 200, isSortable: false },
  sheet: { hint: () => '填可选值，各级用“/”分隔' },
  validate(value, node) {
    if (isNothing(value)) return null;
    if (!Array.isArray(value)) return '应为各级的选项';
    const lastOption = optionsAlong(value, staticOptions(node as FieldNode) ?? []).at(-1);
    return (lastOption?.children?.length ?? 0) > 0 ? `“${lastOption?.label}”下还有选项，请选到末级` : null;
  },
  text(value, _node, { options = [], label }) {
    const path = asList(value);
    const pathOptions = optionsAlong(path, options);
    return pathOptions.length === path.length && pathOptions.length > 0
      ? pathOptions.map((option) => option.label).join(' / ')
      : (label ?? asText(value));
  },
  fromText(text, _node, { options = [] }) {
    const names = text
      .split(/\s*[/>\\]\s*/)
      .map((name) => name.trim())
      .filter(Boolean);
    const pathOptions: Option[] = [];
    for (const name of names) {
      const option = optionFromText(pathOptions.length === 0 ? options : (pathOptions.at(-1)?.children ?? []), name);
      if (!option) return { ok: false, message: `没有“${name}”这个选项` };
      if (option.disabled) return { ok: false, message: `“${option.label}”不能选择` };
      pathOptions.push(option);
    }
    return {
      ok: true,
      value: pathOptions.map(({ value }) => value),
      label: pathOptions.map(({ label }) => label).join(' / '),
    };
  },
});

const TIME_FORMAT = 'HH:mm:ss';
const DATE_FORMATS = { date: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;

export const dateFormatOf = ({ picker = 'date', showTime }: Node): string =>
  showTime === true && picker === 'date' ? `${DATE_FORMATS.date} ${TIME_FORMAT}` : DATE_FORMATS[picker];

/** Returns the definition of a date or time field with a single value, or with a range of two values (`isRange`). */
export function dateTimeDefinition(tag: string, kind: 'date' | 'time', isRange: boolean): Definition {
  const formatOf = (node: Node): string => (kind === 'date' ? dateFormatOf(node) : TIME_FORMAT);
  const parse = (text: unknown, node: Node): dayjs.Dayjs | null => {
    if (kind === 'date') return parseDate(text, formatOf(node));
    const time = typeof text === 'string' ? dayjs(text, TIME_FORMAT, true) : null;
    return time?.isValid() === true ? time : null;
  };
  const kindName = kind === 'date' ? '日期' : '时间';
  const parseInput = (text: string, node: Node): string | null => {
    const moment = kind === 'date' ? parseTypedDate(text) : parse(toHalfWidth(text).trim(), node);
    return moment?.format(formatOf(node)) ?? null;
  };
  return {
    tag,
    kind: 'field',
    valueType: isRange ? 'list' : 'string',
    ...(isRange ? { comparedAs: () => 'span' as const } : {}),
    ...(!isRange && kind === 'date' ? { dateFormat: formatOf } : {}),
    isEmpty: (value) => isNothing(value) || (Array.isArray(value) && value.every(isNothing)),
    column: { width: isRange ? 250 : 150 },
    validate(value, node) {
      if (isNothing(value)) return null;
      if (Array.isArray(value) !== isRange) return isRange ? `应为起止两个${kindName}` : `应为一个${kindName}`;
      const presentValues = asList(value).filter((item) => !isNothing(item));
      if (isRange && presentValues.length === 1) return `请把起止${kindName}填完整`;
      const [start, end] = presentValues.map((item) => parse(item, node));
      if (start === null || end === null) return `${kindName}格式不正确`;
      return start && end && start.isAfter(end) ? `开始${kindName}不能晚于结束${kindName}` : null;
    },
    text: (value) =>
      Array.isArray(value)
        ? value
            .filter((item) => !isNothing(item))
            .map(asText)
            .join(' 至 ')
        : asText(value),
    fromText(text, node) {
      if (text.trim() === '') return { ok: true, value: isRange ? [] : '' };
      for (const parts of isRange ? rangeSplits(text) : [[text]]) {
        const values = parts.map((part) => parseInput(part, node));
        if (!values.includes(null)) return { ok: true, value: isRange ? values : values[0] };
      }
      return { ok: false, message: `“${text.trim()}”不是${kindName}` };
    },
  };
}
