import type { NodeByTag } from '../../grammar/nodes.ts';
import { roundTo } from '../../domain/numbers.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { countDecimals, isOnStep, precisionProblem } from '../shared/numberLimits.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-input-number'];

/** 1234567.5 -> 1,234,567.5. Asked for, or a sum of money: years and counts read better without. */
function grouped(text: string, { thousands, unit, isCapital }: Node): string {
  const isWanted = thousands === undefined ? isCapital === '1' || unit?.includes('元') === true : thousands === '1';
  if (!isWanted || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [whole = '', places] = text.split('.');
  const shown = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return places === undefined ? shown : `${shown}.${places}`;
}

/** Digits in groups of three, of four as 万 counts, or of two and three as elsewhere; before a decimal point. */
const GROUPED = /^[-+]?\d{1,4}(?:[,\s]+\d{3,4})+(?:\.\d*)?$/;

/**
 * As people and spreadsheets write numbers: currency signs, groups of three, full-width digits, (12) for -12; a
 * percentage is its number where the unit is %, else its hundredth.
 */
function readNumber(text: string, unit: string): number | null {
  const plain = text.replace(/[０-９．－＋％（）]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).trim();
  const isNegative = /^\(.+\)$/.test(plain);
  const inner = (isNegative ? plain.slice(1, -1) : plain).replace(/^([-+]?)\s*[¥￥$]\s*/, '$1');
  const own = unit !== '' && inner.endsWith(unit) ? inner.slice(0, -unit.length) : inner;
  const isPercent = own.endsWith('%');
  const typed = (isPercent ? own.slice(0, -1) : own)
    .replace(/，/g, ',')
    .replace(/^\s*([-+])\s+/, '$1')
    .trim();
  // 1,5 is no fifteen: a comma or a space stands between groups of digits, or it is no number
  if (/[,\s]/.test(typed) && !GROUPED.test(typed)) return null;
  const digits = typed.replace(/[,\s]/g, '');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(digits)) return null;
  const number = Number(`${digits}${isPercent && !/e/i.test(digits) ? 'e-2' : ''}`);
  return Number.isFinite(number) ? (isNegative ? -number : number) : null;
}

/** FT-005, FK-038…040. A double; the unit is shown beside the number and is no part of its text. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-input-number',
  kind: 'field',
  valueType: 'double',
  filter: () => ({ op: 'range', control: { kind: 'number' } }),
  column: {
    width: 120,
    align: 'right',
    canFill: true,
    // a line of a list has no room for an amount in words
    inCell: (node) => (node.isCapital === '1' ? { ...node, isCapital: '0' } : node),
    keys: { isLine: true, enter: 'at-once' },
  },
  sheet: {
    hint: () => '数字',
    readNumber: ({ number }) => ({ ok: true, value: number }),
    write: (value, { precision }) =>
      typeof value === 'number' && Number.isFinite(value)
        ? {
            number: value,
            format: precision === undefined ? 'General' : `0${precision > 0 ? `.${'0'.repeat(precision)}` : ''}`,
          }
        : null,
  },
  validate(value, node) {
    if (typeof value !== 'number') return null;
    if (!Number.isFinite(value)) return '不是有效的数字';
    if (node.min !== undefined && value < node.min) return `不能小于 ${node.min}`;
    if (node.max !== undefined && value > node.max) return `不能大于 ${node.max}`;
    // what the system computes is not for anybody to correct
    const large = node.computed || node.rollup ? null : precisionProblem(value, node.precision);
    if (large !== null) return large;
    if (node.precision !== undefined && countDecimals(value) > node.precision)
      return node.precision === 0 ? '应为整数' : `最多 ${node.precision} 位小数`;
    if (node['step-strictly'] === true && node.step !== undefined && !isOnStep(value, node.step, node.min ?? 0))
      return `应为 ${node.step} 的倍数`;
    return null;
  },
  text(value, node) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return asText(value);
    if (node.precision === undefined || Math.abs(value) >= 1e21) return String(value);
    // a number with more places than the field takes is wrong: it is shown as it is, not as what it should be
    if (!node.computed && !node.rollup && countDecimals(value) > node.precision) return String(value);
    return roundTo(value, node.precision).toFixed(node.precision);
  },
  display: (value, node, context) => grouped(definition.text?.(value, node, context) ?? '', node),
  fromText(text, node) {
    if (text.trim() === '') return { ok: true, value: null };
    const value = readNumber(text, node.unit ?? '');
    return value === null ? { ok: false, message: `“${text.trim()}”不是数字` } : { ok: true, value };
  },
};
