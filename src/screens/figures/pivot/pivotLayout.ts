import type { PivotNode } from '../../../grammar/nodes.ts';
import type { DatasetOutline, PivotLayout } from '../../../runtime/services/datasets.ts';
import type { Query } from '../../navigation/pageNavigation.ts';

/** The area of the pivot that contains a field; `fields` contains the unused fields. */
export type Zone = 'fields' | 'rows' | 'columns' | 'values';
export const ZONES: readonly Zone[] = ['fields', 'rows', 'columns', 'values'];
export const ZONE_NAMES: Readonly<Record<Zone, string>> = {
  fields: '可用字段',
  rows: '行',
  columns: '列',
  values: '值',
};
/** Maximum number of fields by zone; more fields would make the table unreadable. */
const MAX_FIELDS: Readonly<Record<Zone, number>> = { fields: 100, rows: 3, columns: 2, values: 10 };

/** A field of a pivot: a group for rows and columns, or a figure for the cells. */
export interface PivotField {
  key: string;
  label: string;
  isFigure: boolean;
}

/** Returns the fields of a pivot over this dataset. */
export const fieldsOf = ({ heads, figures }: Pick<DatasetOutline, 'heads' | 'figures'>): PivotField[] => [
  ...heads.map(({ key, label }) => ({ key, label, isFigure: false })),
  ...figures.map(({ key, label }) => ({ key, label, isFigure: true })),
];

/**
 * Returns the initial layout from the document, without fields that the dataset does not have. If the document has no
 * `rows`, the first group that is not in the columns becomes the row; if it has no `values`, the first figure is shown.
 */
export function initialLayout(
  node: Pick<PivotNode, 'rows' | 'columns' | 'values'>,
  { heads, figures }: Pick<DatasetOutline, 'heads' | 'figures'>,
): PivotLayout {
  const existingKeys = (keys: readonly string[] | undefined, all: readonly { key: string }[]): string[] =>
    (keys ?? []).filter((key) => all.some((item) => item.key === key));
  const columns = existingKeys(node.columns, heads);
  return {
    rows: node.rows
      ? existingKeys(node.rows, heads)
      : heads.flatMap(({ key }) => (columns.includes(key) ? [] : [key])).slice(0, 1),
    columns,
    values: node.values ? existingKeys(node.values, figures) : figures.slice(0, 1).map(({ key }) => key),
  };
}

/**
 * Returns true if a field may be in a zone: groups in rows and columns, figures in values, up to the maximum number.
 */
export const isAllowedIn = (field: PivotField, zone: Zone, layout: PivotLayout): boolean =>
  zone === 'fields' ||
  (field.isFigure === (zone === 'values') &&
    (layout[zone].includes(field.key) || layout[zone].length < MAX_FIELDS[zone]));

/**
 * Moves a field into a zone, before the field `nextFieldKey` (null: to the end). Returns the unchanged layout if the
 * move is not allowed.
 */
export function moveField(
  layout: PivotLayout,
  field: PivotField,
  zone: Zone,
  nextFieldKey: string | null = null,
): PivotLayout {
  if (!isAllowedIn(field, zone, layout)) return layout;
  const removeField = (keys: readonly string[]): string[] => keys.filter((key) => key !== field.key);
  const next = {
    rows: removeField(layout.rows),
    columns: removeField(layout.columns),
    values: removeField(layout.values),
  };
  if (zone === 'fields') return next;
  const keys = next[zone];
  const index = nextFieldKey === null ? -1 : keys.indexOf(nextFieldKey);
  keys.splice(index < 0 ? keys.length : index, 0, field.key);
  return next;
}

const USED_ZONES = ['rows', 'columns', 'values'] as const;

/** Returns the zone that contains a field. */
export const zoneOf = (layout: PivotLayout, key: string): Zone =>
  USED_ZONES.find((zone) => layout[zone].includes(key)) ?? 'fields';

/** Returns true if an address parameter belongs to the pivot with this prefix. */
export const isPivotParam = (key: string, prefix: string): boolean =>
  [...USED_ZONES, 'view'].some((name) => key === `${prefix}${name}`);

/**
 * Encodes the layout as address parameters. `defaultLayout`: the layout of the document. A zone that is the same in
 * both layouts is omitted.
 */
export const encodeLayout = (layout: PivotLayout, defaultLayout: PivotLayout, prefix = ''): Query =>
  Object.fromEntries(
    USED_ZONES.filter((zone) => layout[zone].join() !== defaultLayout[zone].join()).map((zone) => [
      `${prefix}${zone}`,
      layout[zone].join(),
    ]),
  );

/**
 * Decodes address parameters to a layout; fields that the dataset does not have are omitted. A zone without a parameter
 * is that of `defaultLayout`.
 */
export function decodeLayout(
  query: Query,
  defaultLayout: PivotLayout,
  fields: readonly PivotField[],
  prefix = '',
): PivotLayout {
  const decodeZone = (name: (typeof USED_ZONES)[number]): string[] => {
    const text = query[`${prefix}${name}`];
    if (text === undefined) return [...defaultLayout[name]];
    return [...new Set(text.split(','))]
      .filter((key) => fields.some((field) => field.key === key && field.isFigure === (name === 'values')))
      .slice(0, MAX_FIELDS[name]);
  };
  const rows = decodeZone('rows');
  return { rows, columns: decodeZone('columns').filter((key) => !rows.includes(key)), values: decodeZone('values') };
}
