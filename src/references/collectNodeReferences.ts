import { REFERS, type RefersTo } from '../grammar/references.ts';
import { TAGS } from '../grammar/tags.ts';
import type { AnyNode } from '../grammar/nodes.ts';
import type { Path } from '../domain/problem/index.ts';
import {
  isFieldNode,
  isOperationColumn,
  isPlaceholderNode,
  isTableNode,
  walkNodes,
  columnNodes,
} from '../kernel/index.ts';
import type { UnresolvedReference } from './reference.ts';
import { referencesInValue } from './referencesInValue.ts';
import { NO_NAME_CONTEXT, type NameContext, formNameContext } from './namesRead.ts';

/**
 * Returns the values inside `value` to which the keys `keysBelow` lead (`*`: every item of a list), each with its path
 * and with the object that contains it or its list. `path`: the path of `value`.
 */
export function valuesAtPosition(
  value: unknown,
  keysBelow: readonly string[],
  path: Path,
): { value: unknown; path: Path; container: object }[] {
  const visit = (
    part: unknown,
    keys: readonly string[],
    partPath: Path,
    container: object,
  ): { value: unknown; path: Path; container: object }[] => {
    const [key, ...rest] = keys;
    if (key === undefined)
      return part === undefined || part === null ? [] : [{ value: part, path: partPath, container }];
    if (key === '*')
      return Array.isArray(part)
        ? part.flatMap((item, index) => visit(item, rest, [...partPath, index], container))
        : [];
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return [];
    return visit((part as Record<string, unknown>)[key], rest, [...partPath, key], part);
  };
  return visit(value, keysBelow, path, value as object);
}

/** Returns the name of a node for people: a field by its label, a block by its title or kind. */
function nameOfNode(node: AnyNode): string {
  const { label, title, __vModel__: key } = node as { label?: string; title?: string; __vModel__?: string };
  const kind = TAGS[node.tag]?.title ?? node.tag;
  if (isFieldNode(node)) return `字段“${label || key || ''}”`;
  return title ? `${kind}“${title}”` : kind;
}

/** Returns the path of a node's key in the document. */
export type PathOf = (node: object, key: string) => Path;

/**
 * Returns true for a reference that is to be collected. `refers`: its grammar entry; `node`: the object that contains
 * it.
 */
export type ReferenceFilter = (reference: UnresolvedReference, refers: RefersTo, node: object) => boolean;
const INCLUDE_ALL: ReferenceFilter = () => true;

interface NodeContext {
  node: AnyNode;
  nameContext: NameContext;
  pathOf: PathOf;
  isIncluded: ReferenceFilter;
}

const nodeReferences = ({ node, nameContext, pathOf, isIncluded }: NodeContext): UnresolvedReference[] =>
  isPlaceholderNode(node)
    ? []
    : collectObjectReferences(node.tag, node, {
        nameContext,
        pathOf,
        isIncluded,
        positionPrefix: `${nameOfNode(node)} · `,
      });

/**
 * Returns the references in the keys of one object. `grammar`: the tag, or the kind of document, whose grammar
 * describes the object. `positionPrefix`: the beginning of `positionText`.
 */
export function collectObjectReferences(
  grammar: string,
  object: object,
  {
    nameContext,
    pathOf,
    positionPrefix,
    isIncluded = INCLUDE_ALL,
  }: { nameContext: NameContext; pathOf: PathOf; positionPrefix: string; isIncluded?: ReferenceFilter },
): UnresolvedReference[] {
  const node = object as Record<string, unknown>;
  return (REFERS[grammar] ?? []).flatMap((refers): UnresolvedReference[] => {
    const [key = '', ...below] = refers.at;
    const keyValue = node[key];
    if (keyValue === undefined || keyValue === null) return [];
    if (refers.when !== undefined && node[refers.when] !== '1') return [];
    return valuesAtPosition(keyValue, below, pathOf(node, key)).flatMap(({ value, path, container }) =>
      refers.to === 'nodes'
        ? collectNodeReferences(
            value as AnyNode[],
            NO_NAME_CONTEXT,
            (inner, innerKey) => [...path, (value as object[]).indexOf(inner), innerKey],
            isIncluded,
          )
        : referencesInValue({
            node,
            refers,
            value,
            path,
            positionText: `${positionPrefix}${refers.title}`,
            nameContext,
            siblingValue: (other) =>
              (below.length > 0 ? (container as Record<string, unknown>)[other] : undefined) ?? node[other],
          }).filter((reference) => isIncluded(reference, refers, object)),
    );
  });
}

/** Returns the key of the form whose record is shown by the nodes inside a record page; null for any other node. */
export function recordPageFormOf(node: AnyNode): string | null {
  const owner = (node as unknown as Record<string, unknown>)[recordPageEntryOf(node)?.of ?? ''];
  return typeof owner === 'string' ? owner : null;
}

/**
 * Returns the grammar entry that makes a node a record page: the nodes inside it show a record of the form that the key
 * `of` names. Undefined for other nodes.
 */
export const recordPageEntryOf = (node: AnyNode): RefersTo | undefined =>
  REFERS[node.tag]?.find(({ to }) => to === 'inside');

/**
 * Returns every name that nodes refer to, according to `x-refers` of the grammar; includes columns of sub-tables and
 * contents of record pages. `pathOf`: path of a node's key in the document.
 */
export function collectNodeReferences(
  roots: readonly AnyNode[],
  nameContext: NameContext,
  pathOf: PathOf,
  isIncluded: ReferenceFilter = INCLUDE_ALL,
): UnresolvedReference[] {
  // the record pages found so far; `owner`: the form whose record a page shows
  const pages: { path: string; owner: string }[] = [];
  return [...walkNodes(roots)].flatMap(({ node, path }): UnresolvedReference[] => {
    const pathPrefix = `${path.join('\0')}\0`;
    const page = pages.findLast((candidate) => pathPrefix.startsWith(candidate.path));
    const nodeContext: NameContext = page ? formNameContext(page.owner) : nameContext;
    const owner = recordPageFormOf(node);
    if (owner !== null) pages.push({ path: pathPrefix, owner });
    const ownReferences = nodeReferences({ node, nameContext: nodeContext, pathOf, isIncluded });
    if (!isTableNode(node)) return ownReferences;
    const columnContext: NameContext = {
      formKey: nodeContext.formKey,
      table: node.__vModel__,
      columns: new Set(columnNodes(node).map((column) => column.__vModel__)),
      fields: nodeContext.fields,
    };
    const columns = (node.children as AnyNode[]).filter((child) => isFieldNode(child) || isOperationColumn(child));
    return [
      ...ownReferences,
      ...columns.flatMap((column) => nodeReferences({ node: column, nameContext: columnContext, pathOf, isIncluded })),
    ];
  });
}

/** Creates `pathOf` for a canonical definition: every node has its own path. */
export function canonicalPaths(roots: readonly AnyNode[], start: Path): PathOf {
  const paths = new Map<object, Path>();
  for (const { node, path } of walkNodes(roots, start)) {
    paths.set(node, path);
    if (isTableNode(node))
      (node.children as object[]).forEach((child, index) => paths.set(child, [...path, 'children', index]));
  }
  return (node, key) => [...(paths.get(node) ?? start), key];
}
