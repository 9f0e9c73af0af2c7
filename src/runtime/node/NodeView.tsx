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

/** A node of a document, with a known or an unknown tag. */
export type LooseNode = AnyNode | { tag: string; [key: string]: unknown };

// lazy, so that screens without a form (sign-in, shell, lists) do not download form code; FormView.tsx, which is part
// of the form code, provides the four components without a further download
export const LazyReadField = lazyFace<{ node: FieldNode; path: Path }>(
  async () => (await import('../form/ReadField.tsx')).ReadField,
);
export const LazyFormBlock = lazyFace<{ node: AnyNode; session: FormSession; children: ReactNode }>(
  async () => (await import('../form/FormBlock.tsx')).FormBlock,
);
export const LazyFormilyPane = lazyFace<{ schema: NodeSchema; children: ReactNode }>(
  async () => (await import('../formily/FormilyField.tsx')).FormilyPane,
);
export const LazyFormilyNode = lazyFace<{ schema: NodeSchema }>(
  async () => (await import('../formily/FormilyField.tsx')).FormilyNode,
);

/** A block that can declare its height in pixels, so that the space is reserved while its code is downloaded. */
type SizedBlock = ComponentType<BlockProps> & { heightOf?(node: AnyNode): number };

interface Props {
  node: LooseNode;
  path: Path;
  /** True inside a grid: the node takes its `span` of 24 columns. */
  isGridItem?: boolean;
}

/**
 * Renders any node by the widget named in the `x-component` of its schema. In a form in edit mode Formily's renderer
 * renders the node; elsewhere (a form in view mode, a list, a screen) there is no Formily form.
 */
export const NodeView = memo(function NodeView({ node, path, isGridItem = false }: Props) {
  const session = useOptionalForm();
  const typedNode = node as AnyNode;
  const formSchema = session?.schemaOf(node) ?? null;
  const schema = formSchema ?? screenSchema(node);
  const widget = useRegistry().widget(schema['x-component']);
  const isInEditedForm = formSchema !== null && session?.mode === 'edit';
  if (widget?.definition.kind === 'field') {
    return (
      <NodeBoundary tag={node.tag} path={path}>
        {isInEditedForm
          ? renderLazy(LazyFormilyNode, { schema: formSchema })
          : renderLazy(LazyReadField, { node: typedNode as FieldNode, path })}
      </NodeBoundary>
    );
  }
  const block = widget?.faces.block as SizedBlock | undefined;
  return (
    <GridItem span={isGridItem ? ((node as { span?: number }).span ?? 24) : null}>
      <NodeBoundary tag={node.tag} path={path}>
        {block ? (
          <Suspense fallback={<BlockLoading node={typedNode} block={block} />}>
            {isInEditedForm ? (
              <LazyFormilyNode schema={formSchema} />
            ) : (
              <BlockView node={typedNode} path={path} block={block} />
            )}
          </Suspense>
        ) : (
          <UnknownNode tag={node.tag} path={path} label={(node as { label?: string }).label} />
        )}
      </NodeBoundary>
    </GridItem>
  );
});

/**
 * Renders a loaded face without wrapper and Suspense: each additional component per field costs time in a long form.
 */
function renderLazy<P extends object>(face: LazyFace<P>, props: P): ReactNode {
  const loadedFace = face.peek();
  return loadedFace === null ? (
    <Suspense fallback={<NodeLoading />}>{createElement(face, props)}</Suspense>
  ) : (
    createElement(loadedFace, props)
  );
}

/** The grid cell around a block; for a `span` of null (outside a grid) only the children. */
function GridItem({ span, children }: { span: number | null; children: ReactNode }) {
  if (span === null) return children;
  return (
    <div className={span < 24 ? 'sf-item sf-part' : 'sf-item'} style={{ '--span': span } as CSSProperties}>
      {children}
    </div>
  );
}

/** Empty space of the height that a block declares; nothing for height 0 (a block that may render nothing). */
function BlockLoading({ node, block }: { node: AnyNode; block: SizedBlock }) {
  const height = block.heightOf?.(node);
  return height === 0 ? null : <NodeLoading height={height} />;
}

/** A block outside of Formily forms, shown if its permissions and its condition allow it. */
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

/** Renders nodes one after another, without a wrapping element. */
export const NodeList = memo(function NodeList({ nodes, path }: ListProps) {
  return (
    <InPane nodes={nodes}>
      <NodeSlice nodes={nodes} path={path} />
    </InPane>
  );
});

/**
 * In a form in edit mode, wraps the children of a pane in the Formily void field of the pane. Returns the children
 * unchanged if there is no such form or `nodes` is not the list of a pane's children.
 */
export function InPane({ nodes, children }: { nodes: readonly LooseNode[]; children: ReactNode }) {
  const session = useOptionalForm();
  const schema = session?.mode === 'edit' ? session.schemaOf(nodes) : null;
  return schema ? <LazyFormilyPane schema={schema}>{children}</LazyFormilyPane> : children;
}

/** Renders part of a list of nodes. `from`: index of the first rendered node in the whole list. */
export const NodeSlice = memo(function NodeSlice({
  nodes,
  path,
  isGridItem,
  from = 0,
}: ListProps & { isGridItem?: boolean; from?: number }) {
  return nodes.map((node, index) => (
    <NodeView
      key={reactKeyOf(node, from + index)}
      node={node}
      path={childPath(path, from + index)}
      isGridItem={isGridItem}
    />
  ));
});

/** Returns the React key of a node: its field key or key with the index, else the index. */
const reactKeyOf = (node: LooseNode, index: number): string => {
  const key = (node as { __vModel__?: string }).__vModel__ ?? (node as { key?: string }).key;
  return key === undefined ? String(index) : `${key}:${index}`;
};

const childPaths = new WeakMap<Path, Path[]>();

/** Returns the same array for the same parent path and index, so that a memoised child is not rendered again. */
function childPath(path: Path, index: number): Path {
  let list = childPaths.get(path);
  if (!list) childPaths.set(path, (list = []));
  return (list[index] ??= [...path, index]);
}
