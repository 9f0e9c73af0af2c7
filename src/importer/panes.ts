import type { AnyNode } from '../grammar/nodes.ts';
import type { Context } from './context.ts';
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
import { convert } from './values.ts';

type NormaliseNodes = (list: readonly LocatedValue[], context: Context) => AnyNode[];

/** Keys of a canonical pane besides `label` and `children`, by the tag of its container. */
const EXTRA_PANE_KEYS: Readonly<Record<string, readonly string[]>> = {
  'el-tabs': ['visibleWhen'],
  'el-collapse': ['visibleWhen', 'isOpen'],
  'el-steps': ['visibleWhen', 'description'],
  tableLayout: ['colspan', 'rowspan', 'isHead'],
};

const NUMBER_KEYS: ReadonlySet<string> = new Set(['colspan', 'rowspan']);

/** Keys of the text of a pane. */
const LABEL_KEYS = ['label', 'title', 'name'] as const;

/** Returns true for a row of a layout table. */
const isTableRow = ({ value, path }: LocatedValue): boolean =>
  isObject(value) && /^(?:tr|table-grid-tr|table-row)$/.test(plainName(elementNameOf(readSource(value, path))));

/**
 * Returns true if a cell is empty and has a span of 0, with which other designers mark a cell that a neighbour covers.
 * A cell with a text or elements is always kept.
 */
function isCovered({ value, path }: LocatedValue, context: Context): boolean {
  if (!isObject(value)) return false;
  const source = readSource(value, path);
  return (
    [...NUMBER_KEYS].some((key) => convert(valueOf(source, key), 'number') === 0) &&
    firstText(source, ...LABEL_KEYS) === '' &&
    innerElementsOf(source, context).length === 0
  );
}

/** Returns the panes of a container; the rows of a layout table are replaced by their cells. */
export const panesOf = (source: Source, context: Context, tag: string): LocatedValue[] =>
  innerElementsOf(source, context, tag)
    .flatMap((pane) =>
      isTableRow(pane)
        ? innerElementsOf(readSource(pane.value as Record<string, unknown>, pane.path), context)
        : [pane],
    )
    .filter((pane) => !(tag === 'tableLayout' && source.isForeign && isCovered(pane, context)));

/**
 * Returns the number of cells of the row with the most cells, for a layout table without a number of columns; 0 without
 * rows.
 */
export function maxCellsPerRow(source: Source, context: Context): number {
  return innerElementsOf(source, context)
    .filter(isTableRow)
    .map(({ value, path }) => innerElementsOf(readSource(value as Record<string, unknown>, path), context).length)
    .reduce((largest, count) => Math.max(largest, count), 0);
}

/**
 * Reads a pane of tabs, of a collapse or of steps, or a table cell. An element in place of a pane becomes the only
 * child of a new pane.
 */
export function normalisePane(
  tag: string,
  { value, path }: LocatedValue,
  index: number,
  context: Context,
  normaliseNodes: NormaliseNodes,
): Record<string, unknown> {
  const source = readSource(isObject(value) ? value : {}, path);
  const name = elementNameOf(source);
  // a translated node that has only a `standardTag` was written without a type: it is a part of its container
  const isElement =
    name !== '' &&
    !(source.isTranslated && textOf(source, 'tag') === '') &&
    !/pane|item|step|cell|td|panel|grid-?col/i.test(name);
  const extraEntries = (EXTRA_PANE_KEYS[tag] ?? []).flatMap((key): [string, unknown][] => {
    const extraValue = valueOf(source, key);
    return extraValue === undefined || extraValue === null || extraValue === ''
      ? []
      : [[key, NUMBER_KEYS.has(key) ? convert(extraValue, 'number') : extraValue]];
  });
  const label =
    firstText(source, ...LABEL_KEYS) ||
    (tag === 'tableLayout' ? '' : `第 ${index + 1} ${tag === 'el-steps' ? '步' : '页'}`);
  const pane = {
    ...(label === '' ? {} : { label }),
    ...(isElement ? {} : Object.fromEntries(extraEntries)),
    children: normaliseNodes(isElement ? [{ value, path }] : innerElementsOf(source, context), context),
  };
  context.sourcePaths.set(pane, {
    path,
    sourcePathByKey: new Map([...source.entries].map(([key, entry]) => [key, entry.path])),
  });
  return pane;
}
