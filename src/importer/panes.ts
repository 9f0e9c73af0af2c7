import type { AnyNode } from '../grammar/nodes.ts';
import type { Context } from './context.ts';
import { insideOf } from './innerElements.ts';
import { firstText, isObject, readSource, textOf, valueOf, wordOf, type Placed, type Source } from './source.ts';
import { plainName } from './tags.ts';
import { convert } from './values.ts';

type NormaliseAll = (list: readonly Placed[], context: Context) => AnyNode[];

/** What a pane of ours may say beside its name and its children, by the container's tag. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'el-tabs': ['visibleWhen'],
  'el-collapse': ['visibleWhen', 'isOpen'],
  'el-steps': ['visibleWhen', 'description'],
  tableLayout: ['colspan', 'rowspan', 'isHead'],
};

const NUMBERS: ReadonlySet<string> = new Set(['colspan', 'rowspan']);

const isLine = ({ value, path }: Placed): boolean =>
  isObject(value) && /^(?:tr|table-grid-tr|table-row)$/.test(plainName(wordOf(readSource(value, path))));

/** What a container with panes holds: the lines of a table that lays out give way to their cells. */
export const panesOf = (source: Source, context: Context, tag: string): Placed[] =>
  insideOf(source, context, tag).flatMap((pane) =>
    isLine(pane) ? insideOf(readSource(pane.value as Record<string, unknown>, pane.path), context) : [pane],
  );

/** The cells of the longest line, for a table that does not say how many columns it has. */
export function widestLine(source: Source, context: Context): number {
  const lines = insideOf(source, context)
    .filter(isLine)
    .map(({ value, path }) => insideOf(readSource(value as Record<string, unknown>, path), context).length);
  return Math.max(0, ...lines);
}

/** A pane of tabs, of a collapse or of steps, or a cell, with or without a tag of its own. */
export function normalisePane(
  tag: string,
  { value, path }: Placed,
  index: number,
  context: Context,
  normaliseNodes: NormaliseAll,
): Record<string, unknown> {
  const source = readSource(isObject(value) ? value : {}, path);
  const ownTag = wordOf(source);
  const hasOwnTag =
    ownTag !== '' &&
    !(source.isDialect && textOf(source, 'tag') === '') &&
    !/pane|item|step|cell|td|panel|grid-?col/i.test(ownTag);
  const more = (MORE[tag] ?? []).flatMap((key): [string, unknown][] => {
    const given = valueOf(source, key);
    return given === undefined || given === null || given === ''
      ? []
      : [[key, NUMBERS.has(key) ? convert(given, 'number') : given]];
  });
  const label =
    firstText(source, 'label', 'title', 'name') ||
    (tag === 'tableLayout' ? '' : `第 ${index + 1} ${tag === 'el-steps' ? '步' : '页'}`);
  const pane = {
    ...(label === '' ? {} : { label }),
    ...(hasOwnTag ? {} : Object.fromEntries(more)),
    children: normaliseNodes(hasOwnTag ? [{ value, path }] : insideOf(source, context), context),
  };
  context.places.set(pane, { path, origins: new Map([...source.entries].map(([key, placed]) => [key, placed.path])) });
  return pane;
}
