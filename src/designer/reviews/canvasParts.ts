import { nameOfNode } from '../canvas/model/designActions.ts';
import { idOf, isField, keyOf, walk, type FormDoc, type LocatedNode } from '../canvas/model/nodes.ts';

interface Part {
  part: string;
  name: string;
  id: number;
}

/** The commentable parts of a document on the canvas, in document order, by part and by node id. */
export interface CanvasParts {
  byPart: ReadonlyMap<string, Part>;
  byId: ReadonlyMap<number, Part>;
}

const partsByDoc = new WeakMap<FormDoc, CanvasParts>();

/** Identifies a field by its key (a column by table and key), any other node by tag and name. */
function basePartOf({ node, list, parent }: LocatedNode): string {
  const key = isField(node) ? keyOf(node) : undefined;
  if (key === undefined) return `block:${node.tag}:${nameOfNode(node)}`;
  const table = list.kind === 'columns' && parent ? keyOf(parent.node) : undefined;
  return `field:${table === undefined ? '' : `${table}.`}${key}`;
}

/**
 * Returns all parts of a document, cached per document. Parts with the same name are numbered: the second part gets
 * `#2`.
 */
export function partsOf(doc: FormDoc): CanvasParts {
  const cached = partsByDoc.get(doc);
  if (cached) return cached;
  const [byPart, byId] = [new Map<string, Part>(), new Map<number, Part>()];
  for (const located of walk(doc)) {
    const base = basePartOf(located).slice(0, 390);
    let part = base;
    for (let number = 2; byPart.has(part); number += 1) part = `${base}#${number}`;
    const entry: Part = { part, name: nameOfNode(located.node).slice(0, 200), id: idOf(located.node) };
    byPart.set(part, entry);
    byId.set(entry.id, entry);
  }
  const parts = { byPart, byId };
  partsByDoc.set(doc, parts);
  return parts;
}
