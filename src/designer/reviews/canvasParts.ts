import { nameOfNode } from '../canvas/model/designActions.ts';
import { idOf, isField, keyOf, walk, type CanvasDoc, type LocatedNode } from '../canvas/model/nodes.ts';

/** Maximum lengths, in characters, of the identification and the name of a part. */
const MAX_PART_LENGTH = 390;
const MAX_NAME_LENGTH = 200;

interface CanvasPart {
  /** Identifies the part in the comments: `field:<key>` or `block:<tag>:<name>`. */
  part: string;
  name: string;
  /** The id of the node. */
  id: number;
}

/** The commentable parts of a document on the canvas, in document order, by part and by node id. */
export interface CanvasParts {
  byPart: ReadonlyMap<string, CanvasPart>;
  byId: ReadonlyMap<number, CanvasPart>;
}

const partsByDoc = new WeakMap<CanvasDoc, CanvasParts>();

/** Returns the identification of a node: a field by its key, a column by table and key, others by tag and name. */
function basePartOf({ node, list, parent }: LocatedNode): string {
  const key = isField(node) ? keyOf(node) : undefined;
  if (key === undefined) return `block:${node.tag}:${nameOfNode(node)}`;
  const table = list.kind === 'columns' && parent ? keyOf(parent.node) : undefined;
  return `field:${table === undefined ? '' : `${table}.`}${key}`;
}

/**
 * Returns all parts of a document, cached per document. If nodes have the same identification, the second one gets `#2`
 * appended, and so on.
 */
export function partsOf(doc: CanvasDoc): CanvasParts {
  const cached = partsByDoc.get(doc);
  if (cached) return cached;
  const [byPart, byId] = [new Map<string, CanvasPart>(), new Map<number, CanvasPart>()];
  for (const located of walk(doc)) {
    const basePart = basePartOf(located).slice(0, MAX_PART_LENGTH);
    let part = basePart;
    for (let number = 2; byPart.has(part); number += 1) part = `${basePart}#${number}`;
    const canvasPart: CanvasPart = {
      part,
      name: nameOfNode(located.node).slice(0, MAX_NAME_LENGTH),
      id: idOf(located.node),
    };
    byPart.set(part, canvasPart);
    byId.set(canvasPart.id, canvasPart);
  }
  const parts = { byPart, byId };
  partsByDoc.set(doc, parts);
  return parts;
}
