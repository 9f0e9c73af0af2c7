import { toHalfWidth } from '../../domain/halfWidth.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { isOnStep, precisionProblem } from '../shared/numberLimits.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-slider'];

/** Returns `min`, `max` and `step` of the field (FK-038…040); a missing one has the default of the slider control. */
export const minMaxStepOf = (node: Node): { min: number; max: number; step: number } => ({
  min: node.min ?? 0,
  max: node.max ?? 100,
  step: node.step ?? 1,
});

function problemOf(value: unknown, node: Node): string | null {
  const { min, max, step } = minMaxStepOf(node);
  if (typeof value !== 'number' || !Number.isFinite(value)) return '不是有效的数字';
  if (value < min) return `不能小于 ${min}`;
  if (value > max) return `不能大于 ${max}`;
  return precisionProblem(value) ?? (isOnStep(value, step, min) || value === max ? null : `应为 ${step} 的倍数`);
}

/** Separates two numbers: a word, a dash, or a hyphen after a number (not the minus sign of a number or exponent). */
const RANGE_SEPARATOR = /\s*(?:[至~到—–]|(?<=\d[^\d至~到—–eE-]*)-)\s*/;

/** Slider. The value is a number or, if `range` is true, `[from, to]`. Its text includes the unit: `60 %`. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-slider',
  kind: 'field',
  valueType: (node) => (node.range === true ? 'list' : 'double'),
  column: { width: 200 },
  sheet: { hint: (node) => (node.range === true ? '起止两个数，如 10 至 20' : '数字') },
  validate(value, node) {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value) !== (node.range === true)) return node.range === true ? '应为起止两个数' : '应为一个数';
    if (!Array.isArray(value)) return problemOf(value, node);
    if (value.length !== 2) return '应为起止两个数';
    const [from, to] = value as unknown[];
    return problemOf(from, node) ?? problemOf(to, node) ?? ((from as number) > (to as number) ? '起不能大于止' : null);
  },
  text(value, node) {
    const textWithUnit = (singleValue: unknown): string =>
      asText(singleValue) === '' ? '' : `${asText(singleValue)}${node.unit ? ` ${node.unit}` : ''}`;
    return Array.isArray(value) ? value.map(textWithUnit).filter(Boolean).join(' 至 ') : textWithUnit(value);
  },
  fromText(text, node) {
    const halfWidthText = toHalfWidth(text);
    const numberTexts = (node.range === true ? halfWidthText.split(RANGE_SEPARATOR) : [halfWidthText]).map(
      (numberText) => numberText.replace(toHalfWidth(node.unit ?? ''), '').replace(/[,，\s]/g, ''),
    );
    if (numberTexts.every((numberText) => numberText === ''))
      return { ok: true, value: node.range === true ? [] : null };
    const numbers = numberTexts.map(Number);
    if (numberTexts.includes('') || !numbers.every(Number.isFinite) || (node.range === true && numbers.length !== 2))
      return { ok: false, message: `“${text.trim()}”不是${node.range === true ? '两个数' : '数字'}` };
    return { ok: true, value: node.range === true ? numbers : numbers[0] };
  },
};
