import type { FieldNode } from '../grammar/nodes.ts';
import { isRelationNode } from './nodes.ts';

/** A field that points at records of another form. Its value is an id; with `multiple`, a list of ids. */
export interface Relation {
  /** Key of the form whose records it points at. */
  to: string;
  isMultiple: boolean;
  /** CEL over a candidate (`it.`) and the form's own names; empty: no condition. */
  where: string;
  /** Field (or column of the same row) -> field of the record pointed at. */
  fill: Readonly<Record<string, string>>;
  onDelete: 'restrict' | 'clear';
}

const NO_FILL: Readonly<Record<string, string>> = {};

/** What a node says of the records it points at; null for a node that points at none. */
export function relationOf(node: FieldNode | object): Relation | null {
  const field: { tag: string } = node as FieldNode;
  if (!isRelationNode(field)) return null;
  const { to, multiple, where, fill, onDelete } = field;
  const isMultiple = multiple === true;
  return {
    to,
    isMultiple,
    where: where ?? '',
    fill: isMultiple ? NO_FILL : (fill ?? NO_FILL),
    onDelete: onDelete ?? 'restrict',
  };
}

/** The ids in the value of a relation. */
export function relatedIds(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/** Which relation of these fields fills which of them: filled key -> key of the relation. */
export const fillersAmong = (nodes: readonly FieldNode[]): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap((node) => Object.keys(relationOf(node)?.fill ?? {}).map((key) => [key, node.__vModel__] as const)),
  );
