/** Definitions of the tags that @formily/antd-v5 renders, by the kind of value that its components store. */
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { isOptionPart, staticOptions, type Option, type WidgetDefinition } from '../../kernel/index.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import { choiceFilter, choiceHint, choiceType } from './choice/choiceField.ts';
import { optionFromText, optionText } from './choice/options.ts';
import { parseDate, parseTypedDate } from './text/dates.ts';
import { asList, asText, LIST_SEPARATOR, splitNames } from './values.ts';

dayjs.extend(customParseFormat);

/** The keys that these functions read; the grammar of each tag says which of them it takes. */
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
  column: { keys: { isLine: true } },
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
  text: (value) => (value === true ? '是' : isNothing(value) || value === false ? '否' : asText(value)),
  fromText(text) {
    const name = text.trim();
    if (['是', '1', 'true', '√'].includes(name)) return { ok: true, value: true };
    return ['否', '0', 'false', ''].includes(name)
      ? { ok: true, value: false }
      : { ok: false, message: '请输入“是”或“否”' };
  },
});

/** All options of a tree, parents first. */
const flat = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flat(option.children ?? [])]);

/** One option, or several: always (`list`) or where the node says so. */
export const choiceDefinition = (tag: string, kind: 'one' | 'list'): Definition => {
  const isSeveral = ({ multiple }: Node): boolean => kind === 'list' || multiple === true;
  return {
    tag,
    kind: 'field',
    valueType: (node) => (isSeveral(node) ? 'list' : choiceType(node)),
    hasCompanion: true,
    filter: choiceFilter,
    column: { width: 170, keys: { needsFocus: true } },
    sheet: { hint: (node) => choiceHint(isSeveral(node)) },
    validate: (value, node) =>
      isNothing(value) || Array.isArray(value) === isSeveral(node)
        ? null
        : isSeveral(node)
          ? '应为多个选项'
          : '只能选一个选项',
    text(value, node, { options = [], label }) {
      const values = (isSeveral(node) || Array.isArray(value) ? asList(value) : [value]).filter(
        (one) => !isNothing(one),
      );
      const known = flat(options);
      if (label !== undefined && !values.some((one) => isOptionPart(known, one))) return label;
      return values.map((one) => optionText(known, one)).join(LIST_SEPARATOR);
    },
    fromText(text, node, { options = [] }) {
      const names = isSeveral(node) ? splitNames(text) : [text.trim()].filter(Boolean);
      const found: Option[] = [];
      for (const name of names) {
        const option = optionFromText(flat(options), name);
        if (!option) return { ok: false, message: `没有“${name}”这个选项` };
        if (option.disabled) return { ok: false, message: `“${option.label}”不能选择` };
        found.push(option);
      }
      const values = found.map(({ value }) => value);
      const label = found.map((option) => option.label).join(LIST_SEPARATOR);
      return { ok: true, value: isSeveral(node) ? values : (values[0] ?? ''), label };
    },
  };
};

/** The options on the way to the last one, by their values. */
function wayOf(path: readonly unknown[], options: readonly Option[]): Option[] {
  const [first, ...rest] = path;
  const option = options.find(({ value }) => asText(value) === asText(first));
  return option === undefined ? [] : [option, ...(rest.length > 0 ? wayOf(rest, option.children ?? []) : [])];
}

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
    const last = wayOf(value, staticOptions(node as FieldNode) ?? []).at(-1);
    return (last?.children?.length ?? 0) > 0 ? `“${last?.label}”下还有选项，请选到末级` : null;
  },
  text(value, _node, { options = [], label }) {
    const path = asList(value);
    const way = wayOf(path, options);
    return way.length === path.length && way.length > 0
      ? way.map((option) => option.label).join(' / ')
      : (label ?? asText(value));
  },
  fromText(text, _node, { options = [] }) {
    const names = text
      .split(/\s*[/>\\]\s*/)
      .map((name) => name.trim())
      .filter(Boolean);
    const way: Option[] = [];
    for (const name of names) {
      const option = optionFromText(way.length === 0 ? options : (way.at(-1)?.children ?? []), name);
      if (!option) return { ok: false, message: `没有“${name}”这个选项` };
      way.push(option);
    }
    return { ok: true, value: way.map(({ value }) => value), label: way.map(({ label }) => label).join(' / ') };
  },
});

const TIME = 'HH:mm:ss';
const FORMATS = { date: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;

export const dateFormatOf = ({ picker = 'date', showTime }: Node): string =>
  showTime === true && picker === 'date' ? `${FORMATS.date} ${TIME}` : FORMATS[picker];

/** A date or a time of day as text, or the two ends of a span. */
export function momentDefinition(tag: string, kind: 'date' | 'time', isSpan: boolean): Definition {
  const formatOf = (node: Node): string => (kind === 'date' ? dateFormatOf(node) : TIME);
  const parse = (text: unknown, node: Node): dayjs.Dayjs | null => {
    if (kind === 'date') return parseDate(text, formatOf(node));
    const time = typeof text === 'string' ? dayjs(text, TIME, true) : null;
    return time?.isValid() === true ? time : null;
  };
  const name = kind === 'date' ? '日期' : '时间';
  const read = (text: string, node: Node): string | null => {
    const moment = kind === 'date' ? parseTypedDate(text) : parse(text.trim().replace(/：/g, ':'), node);
    return moment?.format(formatOf(node)) ?? null;
  };
  return {
    tag,
    kind: 'field',
    valueType: isSpan ? 'list' : 'string',
    ...(isSpan ? { comparedAs: () => 'span' as const } : kind === 'date' ? { dateFormat: formatOf } : {}),
    isEmpty: (value) => isNothing(value) || (Array.isArray(value) && value.every(isNothing)),
    column: { width: isSpan ? 250 : 150 },
    validate(value, node) {
      if (isNothing(value)) return null;
      if (Array.isArray(value) !== isSpan) return isSpan ? `应为起止两个${name}` : `应为一个${name}`;
      const given = asList(value).filter((one) => !isNothing(one));
      if (isSpan && given.length === 1) return `请把起止${name}填完整`;
      const [start, end] = given.map((one) => parse(one, node));
      if (start === null || end === null) return `${name}格式不正确`;
      return start && end && start.isAfter(end) ? `开始${name}不能晚于结束${name}` : null;
    },
    text: (value) =>
      Array.isArray(value)
        ? value
            .filter((one) => !isNothing(one))
            .map(asText)
            .join(' 至 ')
        : asText(value),
    fromText(text, node) {
      if (text.trim() === '') return { ok: true, value: isSpan ? [] : '' };
      const parts = isSpan ? text.split(/\s*(?:至|~|到|—|\s-\s)\s*/) : [text];
      const values = parts.map((part) => read(part, node));
      if (values.includes(null) || (isSpan && values.length !== 2))
        return { ok: false, message: `“${text.trim()}”不是${name}` };
      return { ok: true, value: isSpan ? values : values[0] };
    },
  };
}
