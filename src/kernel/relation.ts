import type { FieldNode } from '../grammar/nodes.ts';
import { isRelationNode } from './nodes.ts';

/** A field that refers to records of another form. Its value is an id, or with `multiple` a list of ids. */
export interface Relation {
  /** Key of the form whose records it refers to. */
  to: string;
  isMultiple: boolean;
  /** CEL over a candidate record (`it.`) and the form's own names; empty: no condition. */
  where: string;
  /** Field to fill (or column of the same row) -> field of the target record. */
  fill: Readonly<Record<string, string>>;
  onDelete: 'restrict' | 'clear';
}

const NO_FILL: Readonly<Record<string, string>> = {};

/** The relation of a node; null for a node that is not a relation. */
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

/** The ids in the value of a relation, each once. */
export function relatedIds(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/** For each field that a relation among `nodes` fills: its key -> key of the relation. */
export const fillersAmong = (nodes: readonly FieldNode[]): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap((node) => Object.keys(relationOf(node)?.fill ?? {}).map((key) => [key, node.__vModel__] as const)),
  );
