import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';
import { readAmount } from '../../domain/readAmount.ts';
import { asText } from '../shared/values.ts';

/**
 * Returns true for an amount as text (VL-002): digits with at most two decimals, without leading zeros. Also for '',
 * and for an amount that ends with the decimal point.
 */
const isFloatText = (text: string): boolean => /^(?:(?:0|[1-9]\d*)(?:\.\d{0,2})?)?$/.test(text);

type Node = NodeByTag['el-input'];

/** Spreadsheets keep 15 digits: an integer of at least this size may have lost its last digits. */
const MIN_INEXACT_INTEGER = 1e15;

/** Text field, also multi-line or for a password (FT-001); with `isFloat`, an amount as text (VL-002). */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-input',
  kind: 'field',
  valueType: 'string',
  isFreeText: true,
  isWide: (node) => node.type === 'textarea',
  column: {
    width: (node) => (node.type === 'textarea' ? 240 : 160),
    listWidth: (node) => (node.type === 'textarea' ? 260 : 180),
    isTextual: (node) => node.isFloat !== '1',
    canFill: true,
    keys: { isSingleLine: true, enter: 'before' },
  },
  sheet: {
    readNumber: ({ number }) =>
      Number.isInteger(number) && Math.abs(number) >= MIN_INEXACT_INTEGER
        ? { ok: false, message: '数字超过 15 位，表格软件已丢失末位，请将此列设为文本格式后重新填写' }
        : undefined,
  },
  validate(value, node) {
    if (typeof value !== 'string') return null;
    if (node.maxlength !== undefined && value.length > node.maxlength) return `最多 ${node.maxlength} 个字`;
    if (node.minlength !== undefined && value.length < node.minlength) return `至少 ${node.minlength} 个字`;
    if (node.isFloat === '1' && !isFloatText(value)) return '请输入数字，最多两位小数';
    return null;
  },
  text: (value, node) => (node.type === 'password' ? '•'.repeat(Math.min(asText(value).length, 8)) : asText(value)),
  fromText(text, node) {
    const value = node.type === 'textarea' ? text : text.replace(/\s*\r?\n\s*/g, ' ').trim();
    return node.isFloat === '1' ? readAmount(value) : { ok: true, value };
  },
};
