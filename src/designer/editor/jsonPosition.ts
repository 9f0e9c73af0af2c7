import { jsonLanguage } from '@codemirror/lang-json';
import type { SyntaxNode, Tree } from '@lezer/common';
import type { Path } from '../../domain/problem/index.ts';

/** A range of text, in characters from the start. */
export interface Span {
  from: number;
  to: number;
}

const VALUE_NODES: ReadonlySet<string> = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

/** Returns the first value directly inside a syntax node. */
function valueOf(node: SyntaxNode): SyntaxNode | null {
  for (let child = node.firstChild; child; child = child.nextSibling) if (VALUE_NODES.has(child.name)) return child;
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

/** Returns the property with a key; for a duplicate key the last property, like JSON.parse. */
function findProperty(object: SyntaxNode, key: string, text: string): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (let child = object.firstChild; child; child = child.nextSibling) {
    if (child.name === 'Property' && nameOf(child, text) === key) found = child;
  }
  return found;
}

/** Cache of array elements by start position of the array, for locating many problems in a long list. */
export type ElementCache = Map<number, readonly SyntaxNode[]>;

function elementsOf(array: SyntaxNode, cache: ElementCache): readonly SyntaxNode[] {
  const cached = cache.get(array.from);
  if (cached) return cached;
  const elements: SyntaxNode[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling)
    if (VALUE_NODES.has(child.name)) elements.push(child);
  cache.set(array.from, elements);
  return elements;
}

export const parseTree = (text: string): Tree => jsonLanguage.parser.parse(text);

/**
 * Returns the range of a path in the text. For a missing path, such as a path into a JSON string, returns the range of
 * its nearest existing ancestor. Never throws on invalid JSON. For an object or list the range is its key or opening
 * bracket, so that a problem does not underline a large part of the text.
 */
export function spanOfPath(
  text: string,
  path: Path,
  tree: Tree = parseTree(text),
  cache: ElementCache = new Map(),
): Span {
  let value = valueOf(tree.topNode);
  let span: Span = value
    ? { from: value.from, to: Math.min(value.to, value.from + 1) }
    : { from: 0, to: Math.min(1, text.length) };
  for (const part of path) {
    if (!value) break;
    if (value.name === 'Object') {
      const found = findProperty(value, String(part), text);
      if (!found) break;
      const name = found.getChild('PropertyName');
      value = valueOf(found);
      const isKeyMarked = !value || value.name === 'Object' || value.name === 'Array';
      span =
        isKeyMarked && name
          ? { from: name.from, to: name.to }
          : { from: value?.from ?? found.from, to: value?.to ?? found.to };
    } else if (value.name === 'Array') {
      const found = elementsOf(value, cache)[Number(part)];
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

/** Returns the path of the innermost value at a position. */
export function pathAt(text: string, position: number, tree: Tree = parseTree(text)): (string | number)[] {
  const path: (string | number)[] = [];
  let node: SyntaxNode | null = tree.resolveInner(position, -1);
  while (node) {
    const parent: SyntaxNode | null = node.parent;
    if (node.name === 'Property') {
      const name = nameOf(node, text);
      if (name !== null) path.unshift(name);
    } else if (parent?.name === 'Array' && VALUE_NODES.has(node.name)) {
      let index = 0;
      for (let sibling = node.prevSibling; sibling; sibling = sibling.prevSibling)
        if (VALUE_NODES.has(sibling.name)) index += 1;
      path.unshift(index);
    }
    node = parent;
  }
  return path;
}
