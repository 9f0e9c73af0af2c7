import { TAGS } from '../../grammar/tags.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import type { Path } from '../problem.ts';
import { underPath } from '../problems.ts';
import { parseJson } from '../json.ts';
import { reportError, reportWarning, type Context } from './context.ts';
import { takeKey } from './fieldKey.ts';
import { placeholderFor, unknownTag } from './placeholder.ts';
import { readProperties } from './properties.ts';
import { resolveTag, type Resolved } from './resolve.ts';
import { isScript } from './scripts.ts';
import { childrenOf, isObject, readSource, textOf, valueOf, type Placed, type Source } from './source.ts';
import { validateNode } from './validate.ts';

/** Lists of nodes beside `children` (blocks of screens). */
const NODE_LISTS = ['sidebar', 'header'] as const;

/** Containers whose children are parts without a tag. */
const PANED: ReadonlySet<string> = new Set(['el-tabs', 'el-collapse', 'el-steps', 'tableLayout']);

/** One element of any dialect -> canonical node; undefined (reported) for what is no element at all. */
export function normaliseNode({ value, path }: Placed, context: Context): AnyNode | undefined {
  let raw = value;
  if (isScript(raw)) {
    reportWarning(context, 'DOC_FUNCTION', path, { key: String(path.at(-1) ?? '') });
    return undefined;
  }
  if (typeof raw === 'string') {
    const read = parseJson(raw);
    context.problems.push(...underPath(path, read.problems));
    if (!read.ok) return undefined;
    raw = read.value;
  }
  if (!isObject(raw)) {
    reportError(context, 'DOC_SHAPE', path, { where: '节点', detail: '应为对象' });
    return undefined;
  }
  const source = readSource(raw, path);
  if (raw.tag === 'placeholder' && isObject(raw.source)) return normaliseNode({ value: raw.source, path: [...path, 'source'] }, context);
  const resolved = resolveTag(source, context);
  if (resolved === undefined) return unknownTag(source, sourceTagOf(source), context);
  if (resolved.isApproximate) reportWarning(context, 'DOC_REPLACED_TAG', source.entries.get('tag')?.path ?? path, { tag: textOf(source, 'tag'), replacement: resolved.tag });
  return build(source, resolved, context);
}

/** A script where the tag should be does not stay in the source either. */
const sourceTagOf = (source: Source): string =>
  ['tag', 'sourceTag', 'layout'].map((key) => textOf(source, key)).find((text) => text !== '' && !isScript(text)) ?? '（无标签）';

function build(source: Source, resolved: Resolved, context: Context): AnyNode {
  const { tag } = resolved;
  const kind = TAGS[tag]?.kind;
  if (context.place === 'column' && tag !== 'opColumn' && (kind !== 'field' || tag === 'subTable')) {
    reportError(context, 'DOC_SHAPE', source.path, { where: textOf(source, 'label') || tag, detail: '子表的列只能是字段或操作列' });
    return placeholderFor(source, tag, context);
  }
  const properties = readProperties(tag, source, resolved.set, context);
  const { values, origins } = properties;
  if (kind === 'field') {
    values.__vModel__ = takeKey(source, tag, context);
    origins.set('__vModel__', source.entries.get('__vModel__')?.path ?? source.path);
    values.flowEditable ??= '1';
  } else if (textOf(source, '__vModel__') !== '' && '__vModel__' in (TAGS[tag]?.keys ?? {})) {
    values.__vModel__ = textOf(source, '__vModel__');
  }
  addChildren(values, source, context);
  if (!validateNode(properties, source.path, context)) return placeholderFor(source, tag, context);
  context.places.set(values, { path: source.path, origins });
  return values as unknown as AnyNode;
}

function addChildren(values: Record<string, unknown>, source: Source, context: Context): void {
  const tag = String(values.tag);
  const keys = TAGS[tag]?.keys ?? {};
  if (PANED.has(tag)) values.children = childrenOf(source).map((pane, index) => normalisePane(pane, index, tag, context));
  else if (tag === 'subTable') values.children = columnsOf(source, context);
  else if ('children' in keys) values.children = normaliseNodes(childrenOf(source), context);
  for (const list of NODE_LISTS) {
    const found = source.entries.get(list);
    if (list in keys && Array.isArray(found?.value)) values[list] = normaliseNodes(placeAll(found.value, found.path), context);
  }
  const items = source.entries.get('items');
  if (tag === 'tabs' && Array.isArray(items?.value)) values.items = placeAll(items.value, items.path).map((item) => normaliseTab(item, context));
}

const placeAll = (list: readonly unknown[], path: Path): Placed[] => list.map((value, index) => ({ value, path: [...path, index] }));

export function normaliseNodes(list: readonly Placed[], context: Context): AnyNode[] {
  return list.map((item) => normaliseNode(item, context)).filter((node) => node !== undefined);
}

/** What a pane may say beside its name; the grammar of its container refuses what does not belong. */
const PANE_KEYS = ['visibleWhen', 'description', 'isOpen', 'colspan', 'rowspan', 'isHead'] as const;

/** A pane of tabs or of a collapse, with or without a tag of its own. */
function normalisePane({ value, path }: Placed, index: number, tag: string, context: Context): object {
  const source = readSource(isObject(value) ? value : {}, path);
  const label = textOf(source, 'label') || textOf(source, 'title') || textOf(source, 'name') || (tag === 'tableLayout' ? '' : `第 ${index + 1} ${tag === 'el-steps' ? '步' : '页'}`);
  const hasOwnTag = textOf(source, 'tag') !== '' && !/pane|item/.test(textOf(source, 'tag'));
  const pane = {
    ...(label === '' ? {} : { label }),
    ...Object.fromEntries(PANE_KEYS.map((key) => [key, valueOf(source, key)] as const).filter(([, own]) => !hasOwnTag && own !== undefined && own !== '')),
    children: normaliseNodes(hasOwnTag ? [{ value, path }] : childrenOf(source), context),
  };
  context.places.set(pane, { path, origins: new Map([...source.entries].map(([key, placed]) => [key, placed.path])) });
  return pane;
}

function normaliseTab({ value, path }: Placed, context: Context): unknown {
  if (!isObject(value) || !Array.isArray(value.children)) return value;
  return { ...value, children: normaliseNodes(placeAll(value.children, [...path, 'children']), context) };
}

/** Columns have keys of their own; rows inside a sub-table are layout of another designer and give way to their fields. */
function columnsOf(source: Source, context: Context): AnyNode[] {
  const inner: Context = { ...context, keys: new Set(), place: 'column' };
  const flatten = (items: readonly Placed[]): Placed[] => items.flatMap((item) => {
    if (!isObject(item.value)) return [item];
    const child = readSource(item.value, item.path);
    return resolveTag(child, inner)?.tag === 'row' ? flatten(childrenOf(child)) : [item];
  });
  return normaliseNodes(flatten(childrenOf(source)), inner);
}
