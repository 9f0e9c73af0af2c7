import { TAGS } from '../grammar/tags.ts';
import type { AnyNode } from '../grammar/nodes.ts';
import { parseJson } from '../kernel/index.ts';
import { totalled } from './adapt/adaptTable.ts';
import { reportFlaw, reportWarning, type Context } from './context.ts';
import { resolveTag } from './resolve.ts';
import { isScript } from './text/scripts.ts';
import { insideOf as elementsInside } from './innerElements.ts';
import { firstText, isObject, readSource, textOf, valueOf, wordOf, type Placed, type Source } from './source.ts';
import { plainName } from './tags.ts';

/** An element that no column can be. */
export interface Moved extends Placed {
  isForeign: boolean;
  label: string;
}

type NormaliseAll = (list: readonly Placed[], context: Context) => AnyNode[];

/** The columns of a table that only shows data: each a text. */
function dataColumns(source: Source, context: Context): Placed[] {
  const slot = source.entries.get('__slot__');
  if (!isObject(slot?.value) || !Array.isArray(slot.value.elTableColumn))
    return elementsInside(source, context, 'subTable');
  return slot.value.elTableColumn.map((value: unknown, index) => ({
    value,
    path: [...slot.path, 'elTableColumn', index],
  }));
}

/** The name that stands on the column counts for the field inside it that has none. */
function named(item: Placed, column: Source): Placed {
  const label = textOf(column, 'label');
  if (label === '' || !isObject(item.value) || textOf(readSource(item.value, item.path), 'label') !== '') return item;
  return {
    value: { ...item.value, label, title: label, ...(valueOf(column, 'required') === true ? { required: true } : {}) },
    path: item.path,
  };
}

/** A column of other tables: the fields inside it, or a text under its name. */
function fromTableColumn(column: Source, context: Context): Placed[] {
  const inner = elementsInside(column, context);
  if (inner.length > 0) return inner.map((item) => named(item, column));
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

const isTableColumn = (child: Source): boolean =>
  plainName(wordOf(child)) === 'table-column' ||
  (textOf(child, 'tag') === '' && textOf(child, 'prop') !== '' && textOf(child, 'layout') === '');

function fromText(text: string): unknown {
  const read = parseJson(text);
  return read.ok ? read.value : text;
}

/** Fields of any depth inside layout, and the panes of tabs, as one list. */
function insideOf(child: Source, context: Context): Placed[] {
  return elementsInside(child, context).flatMap((item) => {
    if (!isObject(item.value)) return [item];
    const pane = readSource(item.value, item.path);
    const isPane =
      /pane|item|step/i.test(wordOf(pane)) || (textOf(pane, 'tag') === '' && textOf(pane, 'layout') === '');
    return isPane ? elementsInside(pane, context) : [item];
  });
}

export const nameOfTable = (source: Source): string => firstText(source, 'label', '__vModel__', 'vModel') || '子表';

/**
 * Columns have keys of their own. Layout inside a sub-table gives way to its fields; what no column can be (a table in
 * the table, words, an unknown element) is `moved`: it goes behind the table, where it can be seen and filled in.
 */
export function columnsOf(
  source: Source,
  context: Context,
  normaliseNodes: NormaliseAll,
): { columns: AnyNode[]; moved: Moved[] } {
  const inner: Context = { ...context, keys: new Set(), place: 'column' };
  const table = nameOfTable(source);
  const moved: Moved[] = [];
  const flatten = (items: readonly Placed[]): Placed[] =>
    items.flatMap((item) => {
      const value = typeof item.value === 'string' ? fromText(item.value) : item.value;
      if (!isObject(value) || isScript(value)) return [item];
      const child = readSource(value, item.path);
      if (isTableColumn(child)) {
        const inside = fromTableColumn(child, inner);
        if (inside.length === 0 && textOf(child, 'label') !== '')
          reportWarning(context, 'DOC_UNUSED', child.path, { tag: table, key: textOf(child, 'label') });
        return flatten(inside);
      }
      const tag = resolveTag(child, inner)?.tag;
      const kind = tag === undefined ? undefined : TAGS[tag]?.kind;
      if (tag === 'opColumn' || (kind === 'field' && tag !== 'subTable')) return [item];
      const isForeign = child.isForeign || source.isForeign;
      if (kind === 'container') {
        if (tag !== 'row')
          reportFlaw(context, isForeign, 'DOC_FLATTENED', child.path, { table, tag: textOf(child, 'tag') || tag });
        return flatten(insideOf(child, context));
      }
      moved.push({ ...item, isForeign, label: firstText(child, 'label', '__vModel__', 'tag') });
      return [];
    });
  const columns = normaliseNodes(flatten(dataColumns(source, context)), inner);
  const isTotalled = totalled(source);
  for (const column of columns)
    if (column.tag === 'el-input-number' && isTotalled(column.__vModel__ ?? '')) column.summary ??= 'sum';
  return { columns, moved };
}
