import { memo, Suspense, type ComponentType } from 'react';
import type { AnyNode } from '../../../grammar/nodes.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import type { EditProps } from '../../../runtime/node/faces.ts';
import { NodeBoundary } from '../../../runtime/node/NodeBoundary.tsx';
import { NodeLoading, UnknownNode } from '../../../runtime/node/Placeholders.tsx';

/** A person sees where a control stands: its place is not told again when it cannot be drawn. */
const NOWHERE = [] as const;
const noValue = (): void => undefined;

/** The real control of a field, with what it holds at first; nothing that is typed here is kept. */
export const ControlFace = memo(function ControlFace({ node, id }: { node: AnyNode; id: string }) {
  const faces = useRegistry().widget(node.tag)?.faces;
  const Edit = faces?.edit as ComponentType<EditProps> | undefined;
  const given = (node as { defaultValue?: unknown }).defaultValue;
  if (!Edit) return <UnknownNode tag={node.tag} path={NOWHERE} />;
  return (
    <NodeBoundary tag={node.tag} path={NOWHERE}>
      <Suspense fallback={<NodeLoading height={faces?.reserve?.(node as never) ?? 32} />}>
        <Edit
          id={id}
          node={node}
          value={typeof given === 'string' && given.includes('${') ? undefined : given}
          onChange={noValue}
          disabled={false}
          invalid={false}
        />
      </Suspense>
    </NodeBoundary>
  );
});
