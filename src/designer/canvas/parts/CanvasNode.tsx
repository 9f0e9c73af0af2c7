import { memo, Suspense, useCallback, useMemo, useRef, useState, type ComponentType, type CSSProperties } from 'react';
import type { FieldNode } from '../../../grammar/nodes.ts';
import { TAGS } from '../../../grammar/tags.ts';
import { isFieldNode, isPlaceholderNode, isTableNode } from '../../../kernel/index.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { FieldFrame } from '../../../runtime/form/FieldFrame.tsx';
import type { BlockProps } from '../../../runtime/node/faces.ts';
import { NodeBoundary } from '../../../runtime/node/NodeBoundary.tsx';
import { useNearViewport } from '../../../runtime/node/nearViewport.ts';
import { NodeLoading, UnknownNode } from '../../../runtime/node/Placeholders.tsx';
import { nameOfNode } from '../model/designActions.ts';
import { spanOf } from '../model/edits.ts';
import { areaKeysOf, copyId, hasPanes, idOf, listsOf, pathOfText, type RawNode } from '../model/nodes.ts';
import { titleOfNode as kindTitleOf } from '../model/palette.ts';
import { useDesignValue } from '../designerContext.ts';
import { propertySchemas, schemaOfTag } from '../../editor/grammarDocs.ts';
import { CommentMark } from '../../reviews/CommentMark.tsx';
import { CanvasTable } from './CanvasTable.tsx';
import { ControlFace } from './ControlFace.tsx';
import { NodeTools } from './NodeTools.tsx';
import { BlockSketch, useSketch as useSketchReason } from './BlockSketch.tsx';
import { RecordSketch } from './RecordSketch.tsx';
import { ShellSketch } from './ShellSketch.tsx';
import { toDrawableNode } from './toDrawableNode.ts';

interface Props {
  node: RawNode;
  /**
   * The path as text (`pathText`), which `memo` compares by value; '' if `CanvasGrid` writes the path to the element.
   */
  textPath: string;
}

const NO_PROBLEMS = [] as const;

/** Returns short texts about settings of the node that its drawing does not show. */
function marksOf(node: RawNode): string[] {
  return [
    node.isHideField === '1' || node.flowVisible === '0' ? '隐藏' : '',
    typeof node.visibleWhen === 'string' && node.visibleWhen !== '' ? '有条件显示' : '',
    typeof node.requiredWhen === 'string' && node.requiredWhen !== '' ? '有条件必填' : '',
    typeof node.computed === 'string' && node.computed !== '' ? '自动计算' : '',
    node.serial === undefined ? '' : '自动编号',
    node.readonly === true || node.disabled === true ? '只读' : '',
  ].filter((mark) => mark !== '');
}

/** Returns a copy of the node with another height, for drawing only; the document is not changed. */
function withHeight(node: RawNode, height: number): RawNode {
  const copy = { ...node, height };
  copyId(node, copy);
  return copy;
}

/** One node on the canvas, drawn as users see it; it can be selected, dragged and resized. */
export const CanvasNode = memo(function CanvasNode({ node, textPath }: Props) {
  const id = idOf(node);
  const isSelected = useDesignValue(useCallback((design) => design.isSelected(id), [id]));
  const [height, setHeight] = useState<number | null>(null);
  const resizedNode = useMemo(() => (height === null ? node : withHeight(node, height)), [node, height]);
  const marks = marksOf(node);
  const name = nameOfNode(node);
  const kind = kindTitleOf(node);
  return (
    <div
      className="sf-item ds-node"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no HTML element represents a selectable part of a drawing
      role="group"
      aria-label={`${kind} ${name === kind ? '' : name}${node.required === true ? '，必填' : ''}${marks.length > 0 ? `，${marks.join('、')}` : ''}`}
      aria-current={isSelected ? 'true' : undefined}
      tabIndex={-1}
      data-node-path={textPath === '' ? undefined : textPath}
      data-id={id}
      data-tag={node.tag}
      data-dim={marks[0] === '隐藏' ? 'true' : undefined}
      style={{ '--span': spanOf(node) } as CSSProperties}
    >
      <NodeContent node={resizedNode} textPath={textPath} />
      {marks.length > 0 ? <span className="ds-node-marks">{marks.join(' · ')}</span> : null}
      <CommentMark id={id} />
      {isSelected ? <NodeTools node={node} onDraftHeight={setHeight} /> : null}
    </div>
  );
});

/** Returns true if the node is a record page: a block that holds other blocks. */
const isRecordPage = (node: RawNode): boolean =>
  TAGS[node.tag]?.kind === 'block' && !hasPanes(node.tag) && listsOf(node, []).length > 0;

/** Returns true if a block that needs a data source (dataset, form or address) does not have one. */
function lacksSource(node: RawNode): boolean {
  const { dataset } = propertySchemas(node.tag);
  return (
    dataset !== undefined && ['dataset', 'formKey', 'field', 'url', 'option'].every((key) => node[key] === undefined)
  );
}

/** Returns the names (`x-name`) of the required keys that the node lacks. */
function namesOfMissingKeys(node: RawNode): string[] {
  const schemas = propertySchemas(node.tag);
  return (schemaOfTag(node.tag)?.required ?? [])
    .filter((key) => (node[key] === undefined || node[key] === '') && schemas[key] !== undefined)
    .map((key) => schemas[key]?.['x-name'] ?? key);
}

const NodeContent = memo(function Face({ node, textPath }: Props) {
  const registry = useRegistry();
  const path = useMemo(() => pathOfText(textPath), [textPath]);
  const sketchReason = useSketchReason();
  const drawableNode = toDrawableNode(node, registry);
  const faces = registry.widget(drawableNode.tag)?.faces;
  const Block = faces?.block as ComponentType<BlockProps> | undefined;
  if (isTableNode(drawableNode))
    return <CanvasTable node={node} textPath={textPath} drawableNode={drawableNode as FieldNode} />;
  if (isFieldNode(drawableNode)) return <FieldFace node={drawableNode} id={`canvas-${idOf(node)}`} />;
  if (sketchReason !== null && TAGS[node.tag]?.kind === 'block')
    return <BlockSketch node={node} reason={sketchReason} />;
  if (areaKeysOf(node.tag)) return <ShellSketch node={node} path={path} />;
  if (isRecordPage(node)) return <RecordSketch node={node} path={path} />;
  if (lacksSource(node)) return <div className="ds-sketch-box">{kindTitleOf(node)}：在属性中选择数据集或表单</div>;
  const missingNames = isPlaceholderNode(drawableNode) ? namesOfMissingKeys(node) : [];
  if (missingNames.length > 0)
    return (
      <div className="ds-sketch-box">
        {nameOfNode(node)}：在属性中设置“{missingNames.join('”“')}”
      </div>
    );
  const label = typeof node.label === 'string' ? node.label : undefined;
  const tag = typeof node.sourceTag === 'string' ? node.sourceTag : node.tag;
  return (
    <NodeBoundary key={idOf(node)} tag={node.tag} path={path}>
      {Block === undefined || isPlaceholderNode(drawableNode) ? (
        <UnknownNode tag={tag} path={path} label={label} />
      ) : (
        <Suspense fallback={<NodeLoading />}>
          {listsOf(node, path).length > 0 || hasPanes(node.tag) ? (
            <Block node={drawableNode} path={path} />
          ) : (
            // a block without child nodes is inert: a click selects it
            <div inert className="sf-face ds-face">
              <Block node={drawableNode} path={path} />
            </div>
          )}
        </Suspense>
      )}
    </NodeBoundary>
  );
});

/**
 * A field with its real control, which is inert and is rendered only near the viewport. Has no path prop, so that
 * inserting or removing a field does not render the fields after it again.
 */
const FieldFace = memo(function FieldFace({ node, id }: { node: FieldNode; id: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear] = useNearViewport(frame, false);
  const { widget } = useRegistry();
  const faces = widget(node.tag)?.faces;
  return (
    <FieldFrame
      ref={frame}
      id={id}
      node={node}
      mode="edit"
      isGroup
      isRequired={node.required === true}
      problems={NO_PROBLEMS}
    >
      {isNear && faces?.edit ? (
        <div inert className="ds-face">
          <ControlFace node={node} id={id} />
        </div>
      ) : (
        <div className="sf-proxy" style={{ height: faces?.reserve?.(node as never) ?? 32 }} />
      )}
    </FieldFrame>
  );
});
