import { REFERS, type RefersTo } from '../../grammar/references.ts';
import { TAGS } from '../../grammar/tags.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';
import { isFieldNode, isOperationColumn, isPlaceholderNode, isTableNode, walkNodes } from '../nodes.ts';
import { columnNodes } from '../types.ts';
import type { Mention } from './mention.ts';
import { mentionsAt } from './mentionsAt.ts';
import { AROUND_NOTHING, type Around, aroundForm } from './readsOfText.ts';

/** Values at a place of the grammar, each with the path to it below the key of the node. */
function valuesAt(value: unknown, at: readonly string[], path: Path): { value: unknown; path: Path; beside: object }[] {
  const step = (
    part: unknown,
    keys: readonly string[],
    here: Path,
    beside: object,
  ): { value: unknown; path: Path; beside: object }[] => {
    const [key, ...rest] = keys;
    if (key === undefined) return part === undefined || part === null ? [] : [{ value: part, path: here, beside }];
    if (key === '*')
      return Array.isArray(part) ? part.flatMap((one, index) => step(one, rest, [...here, index], beside)) : [];
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return [];
    return step((part as Record<string, unknown>)[key], rest, [...here, key], part);
  };
  return step(value, at, path, value as object);
}

/** What a person calls a node: a field by its name, a block by its title or kind. */
function nameOfNode(node: AnyNode): string {
  const { label, title, __vModel__: key } = node as { label?: string; title?: string; __vModel__?: string };
  const kind = TAGS[node.tag]?.title ?? node.tag;
  if (isFieldNode(node)) return `字段“${label || key || ''}”`;
  return title ? `${kind}“${title}”` : kind;
}

export type PlaceOf = (node: object, key: string) => Path;

/** Which mentions count: all, unless a caller wants only those of some places. */
export type PickMention = (mention: Mention, refers: RefersTo, node: object) => boolean;
const ALL: PickMention = () => true;

interface NodeAt {
  node: AnyNode;
  around: Around;
  placeOf: PlaceOf;
  pick: PickMention;
}

const ofNode = ({ node, around, placeOf, pick }: NodeAt): Mention[] =>
  isPlaceholderNode(node)
    ? []
    : collectParts(node.tag, node, { around, placeOf, pick, name: `${nameOfNode(node)} · ` });

/** What the keys of one object say, by the part of the grammar that it is written in: a tag, or a kind of document. */
export function collectParts(
  grammar: string,
  given: object,
  { around, placeOf, name, pick = ALL }: { around: Around; placeOf: PlaceOf; name: string; pick?: PickMention },
): Mention[] {
  const node = given as Record<string, unknown>;
  return (REFERS[grammar] ?? []).flatMap((refers): Mention[] => {
    const [key = '', ...below] = refers.at;
    const stated = node[key];
    if (stated === undefined || stated === null) return [];
    if (refers.when !== undefined && node[refers.when] !== '1') return [];
    return valuesAt(stated, below, placeOf(node, key)).flatMap(({ value, path, beside }) =>
      refers.to === 'nodes'
        ? collectNodes(
            value as AnyNode[],
            AROUND_NOTHING,
            (inner, innerKey) => [...path, (value as object[]).indexOf(inner), innerKey],
            pick,
          )
        : mentionsAt({
            node,
            refers,
            value,
            path,
            place: `${name}${refers.title}`,
            around,
            beside: (other) =>
              (below.length > 0 ? (beside as Record<string, unknown>)[other] : undefined) ?? node[other],
          }).filter((mention) => pick(mention, refers, given)),
    );
  });
}

/** The form whose records the nodes inside a node speak of: a record page's own; null: as around it. */
function ownerInside(node: AnyNode): string | null {
  const refers = REFERS[node.tag]?.find(({ to }) => to === 'inside');
  const owner = refers?.of === undefined ? undefined : (node as unknown as Record<string, unknown>)[refers.of];
  return typeof owner === 'string' ? owner : null;
}

/**
 * Every name that nodes say, driven by `x-refers` of the grammar: columns of sub-tables and what stands in record pages
 * included. `placeOf`: where the value of a node's key stands in the text.
 */
export function collectNodes(
  roots: readonly AnyNode[],
  around: Around,
  placeOf: PlaceOf,
  pick: PickMention = ALL,
): Mention[] {
  const pages: { path: string; owner: string }[] = [];
  return [...walkNodes(roots)].flatMap(({ node, path }): Mention[] => {
    const at = `${path.join('\0')}\0`;
    const page = pages.findLast((one) => at.startsWith(one.path));
    const here: Around = page ? aroundForm(page.owner) : around;
    const owner = ownerInside(node);
    if (owner !== null) pages.push({ path: at, owner });
    const own = ofNode({ node, around: here, placeOf, pick });
    if (!isTableNode(node)) return own;
    const inside: Around = {
      owner: here.owner,
      table: node.__vModel__,
      columns: new Set(columnNodes(node).map((column) => column.__vModel__)),
      fields: here.fields,
    };
    const columns = (node.children as AnyNode[]).filter((child) => isFieldNode(child) || isOperationColumn(child));
    return [...own, ...columns.flatMap((column) => ofNode({ node: column, around: inside, placeOf, pick }))];
  });
}

/** `placeOf` of a definition that stands in its canonical form: every node by its own path. */
export function canonicalPlaces(roots: readonly AnyNode[], start: Path): PlaceOf {
  const paths = new Map<object, Path>();
  for (const { node, path } of walkNodes(roots, start)) {
    paths.set(node, path);
    if (isTableNode(node))
      (node.children as object[]).forEach((child, index) => paths.set(child, [...path, 'children', index]));
  }
  return (node, key) => [...(paths.get(node) ?? start), key];
}
