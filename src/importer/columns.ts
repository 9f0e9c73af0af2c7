import { TAGS } from '../grammar/tags.ts';
import type { AnyNode } from '../grammar/nodes.ts';
import { parseJson } from '../kernel/index.ts';
import { totalledColumns } from './adapt/adaptTable.ts';
import { reportFlaw, reportWarning, type Context } from './context.ts';
import { resolveTag } from './resolve.ts';
import { isScript } from './text/scripts.ts';
import { innerElementsOf } from './innerElements.ts';
import {
  firstText,
  isObject,
  readSource,
  textOf,
  valueOf,
  elementNameOf,
  type LocatedValue,
  type Source,
} from './source.ts';
import { plainName } from './tags.ts';

/** An element of a sub-table that cannot be a column and is placed after the table. */
export interface MovedElement extends LocatedValue {
  isForeign: boolean;
  label: string;
}

type NormaliseNodes = (list: readonly LocatedValue[], context: Context) => AnyNode[];

/**
 * Returns the elements from which the columns of a table are read: the list `elTableColumn` of a table that only shows
 * data, otherwise the elements inside the table.
 */
function columnElementsOf(source: Source, context: Context): LocatedValue[] {
  const slot = source.entries.get('__slot__');
  if (!isObject(slot?.value) || !Array.isArray(slot.value.elTableColumn))
    return innerElementsOf(source, context, 'subTable');
  return slot.value.elTableColumn.map((value: unknown, index) => ({
    value,
    path: [...slot.path, 'elTableColumn', index],
  }));
}

/** Returns the field; if it has no label, a copy with the label and the `required` of its column. */
function withColumnLabel(item: LocatedValue, column: Source): LocatedValue {
  const label = textOf(column, 'label');
  if (label === '' || !isObject(item.value) || textOf(readSource(item.value, item.path), 'label') !== '') return item;
  return {
    value: { ...item.value, label, title: label, ...(valueOf(column, 'required') === true ? { required: true } : {}) },
    path: item.path,
  };
}

/**
 * Returns the fields inside a column element (`isTableColumn`). A column without fields becomes a text field with the
 * column's key; without a key, the list is empty.
 */
function fieldElementsOfColumn(column: Source, context: Context): LocatedValue[] {
  const elements = innerElementsOf(column, context);
  if (elements.length > 0) return elements.map((item) => withColumnLabel(item, column));
  const [key, label, width] = [textOf(column, 'prop'), textOf(column, 'label'), valueOf(column, 'width')];
  if (key === '') return [];
  return [
    {
      value: {
        tag: 'el-input',
        __vModel__: key,
        label: label === '' ? key : label,
        ...(width === undefined || width === null || width === '' ? {} : { width }),
        layout: 'raw',
      },
      path: column.path,
    },
  ];
}

/**
 * Returns true for a column element, which contains the fields of the column. Table components of other dialects write
 * such elements; in a canonical sub-table, the field itself is the column.
 */
const isTableColumn = (child: Source): boolean =>
  plainName(elementNameOf(child)) === 'table-column' ||
  (textOf(child, 'tag') === '' && textOf(child, 'prop') !== '' && textOf(child, 'layout') === '');

/** Returns the value of a JSON text; the text itself if it is no JSON. */
function parseIfJson(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

/** Lists the elements inside a layout element; each pane (tab, step …) is replaced by the elements inside it. */
function flattenPanes(child: Source, context: Context): LocatedValue[] {
  return innerElementsOf(child, context).flatMap((item) => {
    if (!isObject(item.value)) return [item];
    const pane = readSource(item.value, item.path);
    const isPane =
      /pane|item|step/i.test(elementNameOf(pane)) || (textOf(pane, 'tag') === '' && textOf(pane, 'layout') === '');
    return isPane ? innerElementsOf(pane, context) : [item];
  });
}

/** Returns the name of a sub-table in messages. */
export const nameOfTable = (source: Source): string => firstText(source, 'label', '__vModel__', 'vModel') || '子表';

/**
 * Reads the columns of a sub-table, which have their own scope of keys. A layout element inside a sub-table is replaced
 * by its fields. Elements that cannot be columns (a table in the table, static text, an unknown element) are returned
 * in `moved`. The caller places them after the table, where they are visible and can be filled in.
 */
export function columnsOf(
  source: Source,
  context: Context,
  normaliseNodes: NormaliseNodes,
): { columns: AnyNode[]; moved: MovedElement[] } {
  const columnContext: Context = { ...context, usedKeys: new Set(), container: 'column' };
  const table = nameOfTable(source);
  const moved: MovedElement[] = [];
  const flatten = (items: readonly LocatedValue[]): LocatedValue[] =>
    items.flatMap((item) => {
      const value = typeof item.value === 'string' ? parseIfJson(item.value) : item.value;
      if (!isObject(value) || isScript(value)) return [item];
      const child = readSource(value, item.path);
      if (isTableColumn(child)) {
        const fieldElements = fieldElementsOfColumn(child, columnContext);
        if (fieldElements.length === 0 && textOf(child, 'label') !== '')
          reportWarning(context, 'DOC_UNUSED', child.path, { tag: table, key: textOf(child, 'label') });
        return flatten(fieldElements);
      }
      const tag = resolveTag(child, columnContext)?.tag;
      const kind = tag === undefined ? undefined : TAGS[tag]?.kind;
      if (tag === 'opColumn' || (kind === 'field' && tag !== 'subTable')) return [item];
      const isForeign = child.isForeign || source.isForeign;
      if (kind === 'container') {
        if (tag !== 'row')
          reportFlaw(context, isForeign, 'DOC_FLATTENED', child.path, { table, tag: textOf(child, 'tag') || tag });
        return flatten(flattenPanes(child, context));
      }
      moved.push({ ...item, isForeign, label: firstText(child, 'label', '__vModel__', 'tag') });
      return [];
    });
  const columns = normaliseNodes(flatten(columnElementsOf(source, context)), columnContext);
  const isTotalled = totalledColumns(source);
  for (const column of columns)
    if (column.tag === 'el-input-number' && isTotalled(column.__vModel__ ?? '')) column.summary ??= 'sum';
  return { columns, moved };
}
