import type { PivotNode } from '../../../grammar/nodes.ts';
import type { DatasetOutline, PivotLayout } from '../../../runtime/services/datasets.ts';
import type { Query } from '../../place/place.ts';

/** Where a field of a pivot lies; `fields`: it is not used. */
export type Zone = 'fields' | 'rows' | 'columns' | 'values';
export const ZONES: readonly Zone[] = ['fields', 'rows', 'columns', 'values'];
export const ZONE_NAMES: Readonly<Record<Zone, string>> = {
  fields: '可用字段',
  rows: '行',
  columns: '列',
  values: '值',
};
/** How many fields a side takes: more make no table that anybody reads. */
const MOST: Readonly<Record<Zone, number>> = { fields: 100, rows: 3, columns: 2, values: 10 };

/** A field of a pivot: a group for its sides, or a figure for its cells. */
export interface PivotField {
  key: string;
  label: string;
  isFigure: boolean;
}

export const fieldsOf = ({ heads, figures }: Pick<DatasetOutline, 'heads' | 'figures'>): PivotField[] => [
  ...heads.map(({ key, label }) => ({ key, label, isFigure: false })),
  ...figures.map(({ key, label }) => ({ key, label, isFigure: true })),
];

/** The layout that a document begins with, without what the dataset has not (any more). */
export function firstLayout(
  node: Pick<PivotNode, 'rows' | 'columns' | 'values'>,
  { heads, figures }: Pick<DatasetOutline, 'heads' | 'figures'>,
): PivotLayout {
  const known = (given: readonly string[] | undefined, all: readonly { key: string }[]): string[] =>
    (given ?? []).filter((key) => all.some((one) => one.key === key));
  const columns = known(node.columns, heads);
  return {
    rows: node.rows
      ? known(node.rows, heads)
      : heads.flatMap(({ key }) => (columns.includes(key) ? [] : [key])).slice(0, 1),
    columns,
    values: node.values ? known(node.values, figures) : figures.slice(0, 1).map(({ key }) => key),
  };
}

/** Whether a field may lie there: groups along the sides, figures in the cells, while there is room. */
export const mayLie = (field: PivotField, zone: Zone, layout: PivotLayout): boolean =>
  zone === 'fields' ||
  (field.isFigure === (zone === 'values') && (layout[zone].includes(field.key) || layout[zone].length < MOST[zone]));

/** Puts a field into a zone, before another one there or at its end. A field that may not lie there stays where it is. */
export function moveField(
  layout: PivotLayout,
  field: PivotField,
  zone: Zone,
  before: string | null = null,
): PivotLayout {
  if (!mayLie(field, zone, layout)) return layout;
  const without = (keys: readonly string[]): string[] => keys.filter((key) => key !== field.key);
  const next = { rows: without(layout.rows), columns: without(layout.columns), values: without(layout.values) };
  if (zone === 'fields') return next;
  const keys = next[zone];
  const at = before === null ? -1 : keys.indexOf(before);
  keys.splice(at < 0 ? keys.length : at, 0, field.key);
  return next;
}

export const zoneOf = (layout: PivotLayout, key: string): Zone =>
  layout.rows.includes(key)
    ? 'rows'
    : layout.columns.includes(key)
      ? 'columns'
      : layout.values.includes(key)
        ? 'values'
        : 'fields';

const SIDES = ['rows', 'columns', 'values'] as const;

/** Whether a key of the address belongs to a pivot of this prefix. */
export const isPivotParam = (key: string, prefix: string): boolean =>
  [...SIDES, 'view'].some((name) => key === `${prefix}${name}`);

/** The layout as address parameters; what the document begins with is left out. */
export const encodeLayout = (layout: PivotLayout, first: PivotLayout, prefix = ''): Query =>
  Object.fromEntries(
    SIDES.filter((side) => layout[side].join() !== first[side].join()).map((side) => [
      `${prefix}${side}`,
      layout[side].join(),
    ]),
  );

/** The reverse; fields that the dataset has not are left out. */
export function decodeLayout(
  query: Query,
  first: PivotLayout,
  fields: readonly PivotField[],
  prefix = '',
): PivotLayout {
  const side = (name: (typeof SIDES)[number]): string[] => {
    const text = query[`${prefix}${name}`];
    if (text === undefined) return [...first[name]];
    return [...new Set(text.split(','))]
      .filter((key) => fields.some((one) => one.key === key && one.isFigure === (name === 'values')))
      .slice(0, MOST[name]);
  };
  const rows = side('rows');
  return { rows, columns: side('columns').filter((key) => !rows.includes(key)), values: side('values') };
}
