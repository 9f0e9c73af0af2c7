import type { NodeByTag } from '../../grammar/nodes.ts';
import type { WidgetDefinition } from '../../kernel/widget.ts';
import { decimals, isOnStep } from '../shared/steps.ts';
import { asText } from '../shared/values.ts';

type Node = NodeByTag['el-input-number'];

/** FT-005, FK-038…040. A double; the unit is shown beside the number and is no part of its text. */
export const definition: WidgetDefinition<Node> = {
  tag: 'el-input-number',
  kind: 'field',
  valueType: 'double',
  validate(value, node) {
    if (typeof value !== 'number') return null;
    if (!Number.isFinite(value)) return '不是有效的数字';
    if (node.min !== undefined && value < node.min) return `不能小于 ${node.min}`;
    if (node.max !== undefined && value > node.max) return `不能大于 ${node.max}`;
    if (node.precision !== undefined && decimals(value) > node.precision) return node.precision === 0 ? '应为整数' : `最多 ${node.precision} 位小数`;
    if (node['step-strictly'] === true && node.step !== undefined && !isOnStep(value, node.step, node.min ?? 0)) return `应为 ${node.step} 的倍数`;
    return null;
  },
  text(value, node) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return asText(value);
    return node.precision === undefined || Math.abs(value) >= 1e21 ? String(value) : value.toFixed(node.precision);
  },
  fromText(text, node) {
    const unit = node.unit ?? '';
    const trimmed = text.trim().replace(/^[¥￥]\s*/, '');
    const digits = (unit !== '' && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length) : trimmed).replace(/[,，\s]/g, '');
    if (digits === '') return { ok: true, value: null };
    const value = Number(digits);
    return Number.isFinite(value) && /^[-+.\deE]+$/.test(digits) ? { ok: true, value } : { ok: false, message: `“${text.trim()}”不是数字` };
  },
};
