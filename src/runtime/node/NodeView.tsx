import { createElement, memo, Suspense, type ComponentType, type CSSProperties, type ReactNode } from 'react';
import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';
import { conditionOf, isBlockGranted } from './blockAccess.ts';
import { useOptionalForm, useRegistry, useSituation } from '../contexts.ts';
import type { BlockProps } from './faces.ts';
import { lazyFace, type LazyFace } from './LazyFace.tsx';
import { NodeBoundary } from './NodeBoundary.tsx';
import { NodeLoading, UnknownNode } from './Placeholders.tsx';
import { screenSchema } from './screenSchema.ts';
import { WhenTrue } from '../screen/ScreenCondition.tsx';
import type { FormSession } from '../form/session.ts';
import type { NodeSchema } from '../formily/toFormilySchema.ts';

/** A node of a document as its type says, or one whose tag this build does not know. */
export type LooseNode = AnyNode | { tag: string; [key: string]: unknown };

// screens without a form (sign-in, shell, lists) do not download what forms need; FormView.tsx provides these
export const LazyReadField = lazyFace<{ node: FieldNode; path: Path }>(
  async () => (await import('../form/ReadField.tsx')).ReadField,
);
export const LazyFormBlock = lazyFace<{ node: AnyNode; session: FormSession; children: ReactNode }>(
  async () => (await import('../form/FormBlock.tsx')).FormBlock,
);
export const LazyFormilyPane = lazyFace<{ schema: NodeSchema; children: ReactNode }>(
  async () => (await import('../formily/FormilyNode.tsx')).FormilyPane,
);
export const LazyFormilyNode = lazyFace<{ schema: NodeSchema }>(
  async () => (await import('../formily/FormilyNode.tsx')).FormilyNode,
);

/** A block may say how high it will be, in pixels, before its code is there. */
type Sized = ComponentType<BlockProps> & { heightOf?(node: AnyNode): number };

interface Props {
  node: LooseNode;
  path: Path;
  /** True inside a grid: the node takes its `span` of 24 columns. */
  isGridItem?: boolean;
}

/**
 * Renders any node of the language by the `x-component` of its schema. In a form that is filled in, Formily's renderer
 * shows it; a record that is only read, a list and a screen are shown from the same schema without any form.
 */
export const NodeView = memo(function NodeView({ node, path, isGridItem = false }: Props) {
  const session = useOptionalForm();
  const known = node as AnyNode;
  const own = session?.schemaOf(node) ?? null;
  const schema = own ?? screenSchema(node);
  const widget = useRegistry().widget(schema['x-component']);
  const isFilled = own !== null && session?.mode === 'edit';
  if (widget?.definition.kind === 'field') {
    return (
      <NodeBoundary tag={node.tag} path={path}>
        {isFilled
          ? lazily(LazyFormilyNode, { schema: own })
          : lazily(LazyReadField, { node: known as FieldNode, path })}
      </NodeBoundary>
    );
  }
  const block = widget?.faces.block as Sized | undefined;
  return (
    <GridItem span={isGridItem ? ((node as { span?: number }).span ?? 24) : null}>
      <NodeBoundary tag={node.tag} path={path}>
        {block ? (
          <Suspense fallback={<BlockLoading node={known} block={block} />}>
            {isFilled ? <LazyFormilyNode schema={own} /> : <BlockView node={known} path={path} block={block} />}
          </Suspense>
        ) : (
          <UnknownNode tag={node.tag} path={path} label={(node as { label?: string }).label} />
        )}
      </NodeBoundary>
    </GridItem>
  );
});

/** A long form has a field in each of its nodes: no more components around it than it needs. */
function lazily<P extends object>(face: LazyFace<P>, props: P): ReactNode {
  const now = face.now();
  return now === null ? (
    <Suspense fallback={<NodeLoading />}>{createElement(face, props)}</Suspense>
  ) : (
    createElement(now, props)
  );
}

function GridItem({ span, children }: { span: number | null; children: ReactNode }) {
  if (span === null) return children;
  return (
    <div className={span < 24 ? 'sf-item sf-part' : 'sf-item'} style={{ '--span': span } as CSSProperties}>
      {children}
    </div>
  );
}

/** Keeps the height that a block says it will have; nothing for one that may stay away. */
function BlockLoading({ node, block }: { node: AnyNode; block: Sized }) {
  const height = block.heightOf?.(node);
  return height === 0 ? null : <NodeLoading height={height} />;
}

function BlockView({ node, path, block: Block }: BlockProps & { block: ComponentType<BlockProps> }) {
  const situation = useSituation();
  const session = useOptionalForm();
  const face = <Block node={node} path={path} />;
  if (session)
    return (
      <LazyFormBlock node={node} session={session}>
        {face}
      </LazyFormBlock>
    );
  if (!isBlockGranted(node, situation)) return null;
  const condition = conditionOf(node);
  return condition === null ? face : <WhenTrue condition={condition}>{face}</WhenTrue>;
}

interface ListProps {
  nodes: readonly LooseNode[];
  path: Path;
}

/** The nodes one after another, with no element around them. */
export const NodeList = memo(function NodeList({ nodes, path }: ListProps) {
  return (
    <InPane nodes={nodes}>
      <NodeSlice nodes={nodes} path={path} />
    </InPane>
  );
});

/** Children of a pane stand inside its void field, where a form is filled in. */
export function InPane({ nodes, children }: { nodes: readonly LooseNode[]; children: ReactNode }) {
  const session = useOptionalForm();
  const schema = session?.mode === 'edit' ? session.schemaOf(nodes) : null;
  return schema ? <LazyFormilyPane schema={schema}>{children}</LazyFormilyPane> : children;
}

/** Some of the nodes of a list. `from`: place of the first in its parent. */
export const NodeSlice = memo(function NodeSlice({
  nodes,
  path,
  isGridItem,
  from = 0,
}: ListProps & { isGridItem?: boolean; from?: number }) {
  return nodes.map((node, index) => (
    <NodeView key={keyOf(node, from + index)} node={node} path={pathTo(path, from + index)} isGridItem={isGridItem} />
  ));
});

const keyOf = (node: LooseNode, index: number): string => {
  const own = (node as { __vModel__?: string }).__vModel__ ?? (node as { key?: string }).key;
  return own === undefined ? String(index) : `${own}:${index}`;
};

/** Same parent path and index give the same array, so that a memoised child is not rendered again. */
const childPaths = new WeakMap<Path, Path[]>();
function pathTo(path: Path, index: number): Path {
  let list = childPaths.get(path);
  if (!list) childPaths.set(path, (list = []));
  return (list[index] ??= [...path, index]);
}
