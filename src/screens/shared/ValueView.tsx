import { Suspense, type ComponentType } from 'react';
import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';

/**
 * Renders a stored value with the view face of its widget, as compactly as in a table cell. Does not throw for a value
 * of a wrong type. `label`: the stored display text (companion) of the value.
 */
export function ValueView({ node, value, label }: { node: FieldNode; value: unknown; label?: unknown }) {
  const View = useRegistry().widget(node.tag)?.faces.view as ComponentType<ViewProps<AnyNode>> | undefined;
  if (!View) return <>{typeof value === 'string' || typeof value === 'number' ? String(value) : ''}</>;
  return (
    <Suspense fallback={null}>
      <View node={node} value={value} isCell {...(typeof label === 'string' && label !== '' ? { label } : {})} />
    </Suspense>
  );
}
