import { REFERS, type RefersTo } from '../../grammar/references.ts';
import { TAGS } from '../../grammar/tags.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';
import { isFieldNode, isOperationColumn, isPlaceholderNode, isTableNode, walkNodes } from '../nodes.ts';
import { columnNodes } from '../types.ts';
import type { Mention } from './mention.ts';
import { mentionsAt } from './mentionsAt.ts';
import { NO_NAME_CONTEXT, type NameContext, formNameContext } from './readsOfText.ts';

/** The values at a position that the grammar describes, each with its path and with the object that contains it. */
function valuesAtPosition(
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
      return Array.isArray(part) ? part.flatMap((one, index) => visit(one, rest, [...partPath, index], container)) : [];
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return [];
    return visit((part as Record<string, unknown>)[key], rest, [...partPath, key], part);
  };
  return visit(value, keysBelow, path, value as object);
}

/** The name of a node for people: a field by its label, a block by its title or kind. */
function nameOfNode(node: AnyNode): string {
  const { label, title, __vModel__: key } = node as { label?: string; title?: string; __vModel__?: string };
  const kind = TAGS[node.tag]?.title ?? node.tag;
  if (isFieldNode(node)) return `字段“${label || key || ''}”`;
  return title ? `${kind}“${title}”` : kind;
}

export type PlaceOf = (node: object, key: string) => Path;

/** Selects mentions; all by default. */
export type PickMention = (mention: Mention, refers: RefersTo, node: object) => boolean;
const ALL: PickMention = () => true;

interface NodeContext {
  node: AnyNode;
  nameContext: NameContext;
  placeOf: PlaceOf;
  pick: PickMention;
}

const nodeMentions = ({ node, nameContext, placeOf, pick }: NodeContext): Mention[] =>
  isPlaceholderNode(node)
    ? []
    : collectParts(node.tag, node, { nameContext, placeOf, pick, name: `${nameOfNode(node)} · ` });

/**
 * The mentions in the keys of one object. `grammar`: the tag, or the kind of document, whose grammar describes the
 * object.
 */
export function collectParts(
  grammar: string,
  object: object,
  {
    nameContext,
    placeOf,
    name,
    pick = ALL,
  }: { nameContext: NameContext; placeOf: PlaceOf; name: string; pick?: PickMention },
): Mention[] {
  const node = object as Record<string, unknown>;
  return (REFERS[grammar] ?? []).flatMap((refers): Mention[] => {
    const [key = '', ...below] = refers.at;
    const stored = node[key];
    if (stored === undefined || stored === null) return [];
    if (refers.when !== undefined && node[refers.when] !== '1') return [];
    return valuesAtPosition(stored, below, placeOf(node, key)).flatMap(({ value, path, container }) =>
      refers.to === 'nodes'
        ? collectNodes(
            value as AnyNode[],
            NO_NAME_CONTEXT,
            (inner, innerKey) => [...path, (value as object[]).indexOf(inner), innerKey],
            pick,
          )
        : mentionsAt({
            node,
            refers,
            value,
            path,
            place: `${name}${refers.title}`,
            nameContext,
            siblingValue: (other) =>
              (below.length > 0 ? (container as Record<string, unknown>)[other] : undefined) ?? node[other],
          }).filter((mention) => pick(mention, refers, object)),
    );
  });
}

/** The form whose records the inner nodes of a record page show; null for nodes that do not define one. */
function ownerInside(node: AnyNode): string | null {
  const refers = REFERS[node.tag]?.find(({ to }) => to === 'inside');
  const owner = refers?.of === undefined ? undefined : (node as unknown as Record<string, unknown>)[refers.of];
  return typeof owner === 'string' ? owner : null;
}

/**
 * Every name that nodes mention, according to `x-refers` of the grammar; includes columns of sub-tables and contents of
 * record pages. `placeOf`: path of a node's key in the document.
 */
export function collectNodes(
  roots: readonly AnyNode[],
  nameContext: NameContext,
  placeOf: PlaceOf,
  pick: PickMention = ALL,
): Mention[] {
  const pages: { path: string; owner: string }[] = [];
  return [...walkNodes(roots)].flatMap(({ node, path }): Mention[] => {
    const pathPrefix = `${path.join('\0')}\0`;
    const page = pages.findLast((one) => pathPrefix.startsWith(one.path));
    const nodeContext: NameContext = page ? formNameContext(page.owner) : nameContext;
    const owner = ownerInside(node);
    if (owner !== null) pages.push({ path: pathPrefix, owner });
    const own = nodeMentions({ node, nameContext: nodeContext, placeOf, pick });
    if (!isTableNode(node)) return own;
    const columnContext: NameContext = {
      owner: nodeContext.owner,
      table: node.__vModel__,
      columns: new Set(columnNodes(node).map((column) => column.__vModel__)),
      fields: nodeContext.fields,
    };
    const columns = (node.children as AnyNode[]).filter((child) => isFieldNode(child) || isOperationColumn(child));
    return [
      ...own,
      ...columns.flatMap((column) => nodeMentions({ node: column, nameContext: columnContext, placeOf, pick })),
    ];
  });
}

/** Creates `placeOf` for a canonical definition: every node has its own path. */
export function canonicalPlaces(roots: readonly AnyNode[], start: Path): PlaceOf {
  const paths = new Map<object, Path>();
  for (const { node, path } of walkNodes(roots, start)) {
    paths.set(node, path);
    if (isTableNode(node))
      (node.children as object[]).forEach((child, index) => paths.set(child, [...path, 'children', index]));
  }
  return (node, key) => [...(paths.get(node) ?? start), key];
}
