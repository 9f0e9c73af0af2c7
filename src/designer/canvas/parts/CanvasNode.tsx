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
import { nameOfNode } from '../model/acts.ts';
import { spanOf } from '../model/edits.ts';
import { areasOf, carryId, hasPanes, idOf, listsOf, pathOfText, type RawNode } from '../model/nodes.ts';
import { titleOfNode } from '../model/palette.ts';
import { useDesign } from '../useDesign.ts';
import { propertySchemas, schemaOfTag } from '../../editor/grammarDocs.ts';
import { CommentMark } from '../../reviews/CommentMark.tsx';
import { CanvasTable } from './CanvasTable.tsx';
import { ControlFace } from './ControlFace.tsx';
import { NodeTools } from './NodeTools.tsx';
import { BlockSketch, useSketch } from './BlockSketch.tsx';
import { RecordSketch } from './RecordSketch.tsx';
import { ShellSketch } from './ShellSketch.tsx';
import { shownNode } from './shownNode.ts';

interface Props {
  node: RawNode;
  /** Its path as text (`pathText`), so that it compares equal; empty where the list writes it to the element (`CanvasGrid`). */
  at: string;
}

const NO_PROBLEMS = [] as const;

/** What a person should know of a node without opening its properties. */
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

/** The node as it would be at another height; nothing is written yet. */
function withHeight(node: RawNode, height: number): RawNode {
  const tried = { ...node, height };
  carryId(node, tried);
  return tried;
}

/** One node on the canvas: its real face, which can be chosen, dragged and resized. */
export const CanvasNode = memo(function CanvasNode({ node, at }: Props) {
  const id = idOf(node);
  const isSelected = useDesign(useCallback((design) => design.isSelected(id), [id]));
  const [height, setHeight] = useState<number | null>(null);
  const drawn = useMemo(() => (height === null ? node : withHeight(node, height)), [node, height]);
  const marks = marksOf(node);
  const name = nameOfNode(node);
  const kind = titleOfNode(node);
  return (
    <div
      className="sf-item ds-node"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no HTML element means a part of a drawing that can be chosen
      role="group"
      aria-label={`${kind} ${name === kind ? '' : name}${node.required === true ? '，必填' : ''}${marks.length > 0 ? `，${marks.join('、')}` : ''}`}
      aria-current={isSelected ? 'true' : undefined}
      tabIndex={-1}
      data-node-path={at === '' ? undefined : at}
      data-id={id}
      data-tag={node.tag}
      data-dim={marks[0] === '隐藏' ? 'true' : undefined}
      style={{ '--span': spanOf(node) } as CSSProperties}
    >
      <Face node={drawn} at={at} />
      {marks.length > 0 ? <span className="ds-node-marks">{marks.join(' · ')}</span> : null}
      <CommentMark id={id} />
      {isSelected ? <NodeTools node={node} onHeight={setHeight} /> : null}
    </div>
  );
});

/** A block with blocks of its own shows a record. */
const isRecordPage = (node: RawNode): boolean =>
  TAGS[node.tag]?.kind === 'block' && !hasPanes(node.tag) && listsOf(node, []).length > 0;

/** Does a block that shows what a dataset or form has name neither? */
function lacksSource(node: RawNode): boolean {
  const { dataset } = propertySchemas(node.tag);
  return (
    dataset !== undefined && ['dataset', 'formKey', 'field', 'url', 'option'].every((key) => node[key] === undefined)
  );
}

/** Names of the keys that the grammar asks for and the node does not have yet. */
function lackedKeys(node: RawNode): string[] {
  const schemas = propertySchemas(node.tag);
  return (schemaOfTag(node.tag)?.required ?? [])
    .filter((key) => (node[key] === undefined || node[key] === '') && schemas[key] !== undefined)
    .map((key) => schemas[key]?.['x-name'] ?? key);
}

const Face = memo(function Face({ node, at }: Props) {
  const registry = useRegistry();
  const path = useMemo(() => pathOfText(at), [at]);
  const sketch = useSketch();
  const shown = shownNode(node, registry);
  const faces = registry.widget(shown.tag)?.faces;
  const Block = faces?.block as ComponentType<BlockProps> | undefined;
  if (isTableNode(shown)) return <CanvasTable node={node} at={at} shown={shown as FieldNode} />;
  if (isFieldNode(shown)) return <FieldFace node={shown} id={`canvas-${idOf(node)}`} />;
  if (sketch !== null && TAGS[node.tag]?.kind === 'block') return <BlockSketch node={node} why={sketch} />;
  if (areasOf(node.tag)) return <ShellSketch node={node} path={path} />;
  if (isRecordPage(node)) return <RecordSketch node={node} path={path} />;
  if (lacksSource(node)) return <div className="ds-sketch-box">{titleOfNode(node)}：在属性中选择数据集或表单</div>;
  const lacked = isPlaceholderNode(shown) ? lackedKeys(node) : [];
  if (lacked.length > 0)
    return (
      <div className="ds-sketch-box">
        {nameOfNode(node)}：在属性中设置“{lacked.join('”“')}”
      </div>
    );
  const label = typeof node.label === 'string' ? node.label : undefined;
  const tag = typeof node.sourceTag === 'string' ? node.sourceTag : node.tag;
  return (
    <NodeBoundary key={idOf(node)} tag={node.tag} path={path}>
      {Block === undefined || isPlaceholderNode(shown) ? (
        <UnknownNode tag={tag} path={path} label={label} />
      ) : (
        <Suspense fallback={<NodeLoading />}>
          {listsOf(node, path).length > 0 || hasPanes(node.tag) ? (
            <Block node={shown} path={path} />
          ) : (
            // what stands alone takes no input here: a click chooses it
            <div inert className="sf-face ds-face">
              <Block node={shown} path={path} />
            </div>
          )}
        </Suspense>
      )}
    </NodeBoundary>
  );
});

/**
 * A field with its real control, which takes no input here; the control comes when it is near. It is not given its place:
 * fields behind one that comes or goes are not drawn again.
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
