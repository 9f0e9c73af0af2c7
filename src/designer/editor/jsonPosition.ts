import { jsonLanguage } from '@codemirror/lang-json';
import type { SyntaxNode, Tree } from '@lezer/common';
import type { Path } from '../../domain/problem/index.ts';

/** A stretch of text, in characters from the start. */
export interface Span {
  from: number;
  to: number;
}

const VALUES: ReadonlySet<string> = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

function valueOf(node: SyntaxNode): SyntaxNode | null {
  for (let child = node.firstChild; child; child = child.nextSibling) if (VALUES.has(child.name)) return child;
  return null;
}

function nameOf(property: SyntaxNode, text: string): string | null {
  const name = property.getChild('PropertyName');
  if (!name) return null;
  try {
    return JSON.parse(text.slice(name.from, name.to)) as string;
  } catch {
    return null;
  }
}

/** The last property of that name: where a key is written twice, JSON.parse keeps the last. */
function property(object: SyntaxNode, key: string, text: string): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (let child = object.firstChild; child; child = child.nextSibling) {
    if (child.name === 'Property' && nameOf(child, text) === key) found = child;
  }
  return found;
}

/** Elements of arrays already walked, by where the array begins: many problems of one long list are placed quickly. */
export type Walked = Map<number, readonly SyntaxNode[]>;

function elementsOf(array: SyntaxNode, walked: Walked): readonly SyntaxNode[] {
  const known = walked.get(array.from);
  if (known) return known;
  const elements: SyntaxNode[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling) if (VALUES.has(child.name)) elements.push(child);
  walked.set(array.from, elements);
  return elements;
}

export const parseTree = (text: string): Tree => jsonLanguage.parser.parse(text);

/**
 * Where a path of a document stands in its text. A path whose end is not written (a missing key, a value inside
 * a JSON text) answers with its nearest written ancestor; never null, never throws on half-typed text.
 * The span is the property's name for an object or list, so that a problem does not underline a whole screenful.
 */
export function spanOfPath(text: string, path: Path, tree: Tree = parseTree(text), walked: Walked = new Map()): Span {
  let value = valueOf(tree.topNode);
  let span: Span = value
    ? { from: value.from, to: Math.min(value.to, value.from + 1) }
    : { from: 0, to: Math.min(1, text.length) };
  for (const part of path) {
    if (!value) break;
    if (value.name === 'Object') {
      const found = property(value, String(part), text);
      if (!found) break;
      const name = found.getChild('PropertyName');
      value = valueOf(found);
      const isLong = !value || value.name === 'Object' || value.name === 'Array';
      span =
        isLong && name
          ? { from: name.from, to: name.to }
          : { from: value?.from ?? found.from, to: value?.to ?? found.to };
    } else if (value.name === 'Array') {
      const found = elementsOf(value, walked)[Number(part)];
      if (!found) break;
      value = found;
      span =
        found.name === 'Object' || found.name === 'Array'
          ? { from: found.from, to: found.from + 1 }
          : { from: found.from, to: found.to };
    } else break;
  }
  return span;
}

/** The path of the innermost value at a position, for completion and for showing where the cursor is. */
export function pathAt(text: string, position: number, tree: Tree = parseTree(text)): (string | number)[] {
  const path: (string | number)[] = [];
  let node: SyntaxNode | null = tree.resolveInner(position, -1);
  while (node) {
    const parent: SyntaxNode | null = node.parent;
    if (node.name === 'Property') {
      const name = nameOf(node, text);
      if (name !== null) path.unshift(name);
    } else if (parent?.name === 'Array' && VALUES.has(node.name)) {
      let index = 0;
      for (let before = node.prevSibling; before; before = before.prevSibling) if (VALUES.has(before.name)) index += 1;
      path.unshift(index);
    }
    node = parent;
  }
  return path;
}
