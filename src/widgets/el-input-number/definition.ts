import type { NodeByTag } from '../../grammar/nodes.ts';
import { roundTo, roundTo15Digits } from '../../domain/numbers.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { countDecimals, isOnStep, precisionProblem } from '../shared/numberLimits.ts';
import { toHalfWidth } from '../../domain/halfWidth.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-input-number'];

/**
 * Adds thousands separators: 1234567.5 -> 1,234,567.5. Without the `thousands` setting, adds them only to amounts of
 * money, not to years and counts.
 */
function addThousands(text: string, { thousands, unit, isCapital }: Node): string {
  const hasSeparators =
    thousands === undefined ? isCapital === '1' || unit?.includes('元') === true : thousands === '1';
  if (!hasSeparators || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [whole = '', decimals] = text.split('.');
  // a comma before every three digits, counted from the right
  const groupedWhole = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? groupedWhole : `${groupedWhole}.${decimals}`;
}

/** Digits in groups of three or four, separated by commas or spaces, with optional decimals. */
const GROUPED_DIGITS = /^[-+]?\d{1,4}(?:[,\s]+\d{3,4})+(?:\.\d*)?$/;

/**
 * Parses a number in the forms that people and spreadsheets use: with currency signs, grouped or full-width digits, and
 * (12) for -12. 5% is 5 in a field with the unit %, otherwise 0.05. Null if the text is not a number.
 */
function parseNumber(text: string, unit: string): number | null {
  const halfWidthText = toHalfWidth(text).trim();
  const isNegative = /^\(.+\)$/.test(halfWidthText);
  const textWithoutCurrency = (isNegative ? halfWidthText.slice(1, -1) : halfWidthText).replace(
    /^([-+]?)\s*[¥￥$]\s*/,
    '$1',
  );
  const textWithoutUnit =
    unit !== '' && textWithoutCurrency.endsWith(unit)
      ? textWithoutCurrency.slice(0, -unit.length)
      : textWithoutCurrency;
  const isPercent = textWithoutUnit.endsWith('%');
  const textWithoutPercent = (isPercent ? textWithoutUnit.slice(0, -1) : textWithoutUnit)
    .replace(/^\s*([-+])\s+/, '$1')
    .trim();
  // 1,5 is rejected, not read as 15: commas and spaces are allowed only between groups of digits
  if (/[,\s]/.test(textWithoutPercent) && !GROUPED_DIGITS.test(textWithoutPercent)) return null;
  const digits = textWithoutPercent.replace(/[,\s]/g, '');
  const [, mantissa, exponent = '0'] = /^([-+]?(?:\d+\.?\d*|\.\d+))(?:e([-+]?\d+))?$/i.exec(digits) ?? [];
  if (mantissa === undefined) return null;
  const number = Number(`${mantissa}e${Number(exponent) - (isPercent ? 2 : 0)}`);
  if (!Number.isFinite(number)) return null;
  return isNegative ? -number : number;
}

/** Number field (FT-005, FK-038…040). The text of the value excludes the unit, which is shown after the number. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-input-number',
  kind: 'field',
  valueType: 'double',
  filter: () => ({ op: 'range', control: { kind: 'number' } }),
  column: {
    width: 120,
    align: 'right',
    canFill: true,
    // a table cell has no space for the amount in capital numerals
    nodeInListCell: (node) => (node.isCapital === '1' ? { ...node, isCapital: '0' } : node),
    keys: { isSingleLine: true, enter: 'at-once' },
  },
  sheet: {
    hint: () => '数字',
    // sheets store 12.3 × 3 as 36.900000000000006 and show 36.9
    readNumber: ({ number }) => ({ ok: true, value: roundTo15Digits(number) }),
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
    // the user cannot correct a computed value, so it may be too large to be stored exactly
    const tooLargeMessage = node.computed || node.rollup ? null : precisionProblem(value, node.precision);
    if (tooLargeMessage !== null) return tooLargeMessage;
    if (node.precision !== undefined && countDecimals(value) > node.precision)
      return node.precision === 0 ? '应为整数' : `最多 ${node.precision} 位小数`;
    if (node['step-strictly'] === true && node.step !== undefined && !isOnStep(value, node.step, node.min ?? 0))
      return `应为 ${node.step} 的倍数`;
    return null;
  },
  text(value, node) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return asText(value);
    if (node.precision === undefined || Math.abs(value) >= 1e21) return String(value);
    // a number with more decimals than allowed is invalid: it is shown unrounded
    if (!node.computed && !node.rollup && countDecimals(value) > node.precision) return String(value);
    return roundTo(value, node.precision).toFixed(node.precision);
  },
  display: (value, node, context) => addThousands(definition.text?.(value, node, context) ?? '', node),
  fromText(text, node) {
    if (text.trim() === '') return { ok: true, value: null };
    const value = parseNumber(text, node.unit ?? '');
    return value === null ? { ok: false, message: `“${text.trim()}”不是数字` } : { ok: true, value };
  },
};
