import { memo, Suspense, type ComponentType } from 'react';
import type { AnyNode } from '../../../grammar/nodes.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import type { EditProps } from '../../../runtime/node/faces.ts';
import { NodeBoundary } from '../../../runtime/node/NodeBoundary.tsx';
import { NodeLoading, UnknownNode } from '../../../runtime/node/Placeholders.tsx';

/** Empty path: messages about a control need no path, because the control is visible. */
const NO_PATH = [] as const;
const ignoreChange = (): void => undefined;

/** The real control of a field with its default value; changes are ignored. */
export const ControlFace = memo(function ControlFace({ node, id }: { node: AnyNode; id: string }) {
  const faces = useRegistry().widget(node.tag)?.faces;
  const Edit = faces?.edit as ComponentType<EditProps> | undefined;
  const initial = (node as { defaultValue?: unknown }).defaultValue;
  if (!Edit) return <UnknownNode tag={node.tag} path={NO_PATH} />;
  return (
    <NodeBoundary tag={node.tag} path={NO_PATH}>
      <Suspense fallback={<NodeLoading height={faces?.reserve?.(node as never) ?? 32} />}>
        <Edit
          id={id}
          node={node}
          value={typeof initial === 'string' && initial.includes('${') ? undefined : initial}
          onChange={ignoreChange}
          disabled={false}
          invalid={false}
        />
      </Suspense>
    </NodeBoundary>
  );
});
