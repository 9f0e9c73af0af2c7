import type { FieldNode } from '../grammar/nodes.ts';
import { isRelationNode } from './nodes.ts';

/** A field that refers to records of another form. Its value is an id, or with `multiple` a list of ids. */
export interface Relation {
  /** Key of the form whose records it refers to. */
  to: string;
  isMultiple: boolean;
  /** CEL that a selectable record (`it.`) must satisfy; it may use the form's own names, too. '': no condition. */
  where: string;
  /** Field to fill (or column of the same row) -> field of the target record. */
  fill: Readonly<Record<string, string>>;
  /** Sub-table of the form to fill -> the sub-table of the target record from which its rows come. */
  fillRows: Readonly<Record<string, RowFillSource>>;
  onDelete: 'restrict' | 'clear';
}

/**
 * The source of filled rows: `from` is the key of a sub-table of the target record; `columns` maps each column to fill
 * to a column of that sub-table.
 */
export interface RowFillSource {
  from: string;
  columns: Readonly<Record<string, string>>;
}

const NO_ROWS: Readonly<Record<string, RowFillSource>> = {};
const NO_FILL: Readonly<Record<string, string>> = {};

/** Returns the relation of a node; null for a node that is not a relation. */
export function relationOf(node: FieldNode | object): Relation | null {
  const field: { tag: string } = node as FieldNode;
  if (!isRelationNode(field)) return null;
  const { to, multiple, where, fill, fillRows, onDelete } = field;
  const isMultiple = multiple === true;
  return {
    to,
    isMultiple,
    where: where ?? '',
    fill: isMultiple ? NO_FILL : (fill ?? NO_FILL),
    fillRows: isMultiple ? NO_ROWS : (fillRows ?? NO_ROWS),
    onDelete: onDelete ?? 'restrict',
  };
}

/** Returns the ids in the value of a relation, each once. */
export function relatedIds(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return [...new Set(list.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/**
 * Returns a map from the key of each field that a relation fills to the key of the relation. Only relations among
 * `nodes` count.
 */
export const fillersAmong = (nodes: readonly FieldNode[]): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap((node) => Object.keys(relationOf(node)?.fill ?? {}).map((key) => [key, node.__vModel__] as const)),
  );

/** A sub-table that a relation of the form fills. */
export interface RowFill extends RowFillSource {
  /** Key of the relation field. */
  relation: string;
  /** Key of the form whose records the relation refers to. */
  to: string;
  /**
   * Keys of the columns that store no display text. The value of such a column is the display text of its source
   * column, if that column has one. The request for the rows has a parameter of this name.
   */
  texts: readonly string[];
}

/**
 * Returns a map from the key of each sub-table that a relation fills to the source of its rows. Only relations among
 * `nodes` count.
 */
export const rowFillsAmong = (nodes: readonly FieldNode[]): ReadonlyMap<string, Omit<RowFill, 'texts'>> =>
  new Map(
    nodes.flatMap((node) => {
      const relation = relationOf(node);
      return Object.entries(relation?.fillRows ?? {}).map(
        ([table, source]) => [table, { ...source, relation: node.__vModel__, to: relation?.to ?? '' }] as const,
      );
    }),
  );
