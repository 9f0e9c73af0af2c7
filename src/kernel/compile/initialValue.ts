import type { FieldNode } from '../../grammar/nodes.ts';
import type { Scope } from '../form.ts';
import { fillPlaceholders, sourceOf } from '../placeholders.ts';
import type { WidgetDefinition } from '../widget.ts';

/**
 * FK-012, FK-013: the initial value of a field in a new record or row. Placeholders are filled from the user and from
 * the other values.
 */
export function initialValue(
  node: FieldNode,
  definition: WidgetDefinition,
  { values, situation, row }: Scope,
): unknown {
  if ('serial' in node && node.serial) return definition.emptyValue;
  const own = definition.initialValue?.(node as never);
  if (own !== undefined) return own;
  if (node.defaultValue !== undefined)
    return fillPlaceholders(node.defaultValue as unknown, sourceOf(situation, { ...values, ...row }));
  return definition.emptyValue;
}
