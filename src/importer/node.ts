import { TAGS } from '../grammar/tags.ts';
import type { AnyNode } from '../grammar/nodes.ts';
import { type Path, underPath } from '../domain/problem/index.ts';
import { parseJson } from '../kernel/index.ts';
import { columnsOf, nameOfTable } from './columns.ts';
import {
  reportError,
  reportFlaw,
  reportNote,
  reportScript,
  reportWarning,
  type Context,
  type Resolved,
} from './context.ts';
import { takeKey } from './fieldKey.ts';
import { normalisePane, panesOf, widestLine } from './panes.ts';
import { placeholderFor, unknownTag } from './placeholder.ts';
import { readProperties } from './properties.ts';
import { isEmptyBox, isUnknownField, resolveTag } from './resolve.ts';
import { isScript } from './text/scripts.ts';
import { insideOf, siblingElements, unwrapElement } from './innerElements.ts';
import { isObject, readSource, textOf, wordOf, type Placed, type Source } from './source.ts';
import { isKnownTag } from './tags.ts';
import { validateNode } from './validate.ts';

/** How often a text may be JSON in JSON. */
const MAX_TEXT_LAYERS = 4;

/** Lists of nodes beside `children` (blocks of screens). */
const NODE_LISTS = ['sidebar', 'header'] as const;

/** Containers whose children are panes with a name. */
const WITH_PANES: ReadonlySet<string> = new Set(['el-tabs', 'el-collapse', 'el-steps', 'tableLayout']);

/** One element of any dialect -> canonical node; undefined (reported) for what is no element at all. */
export function normaliseNode({ value, path }: Placed, context: Context): AnyNode | undefined {
  return normaliseAll({ value, path }, context)[0];
}

/** The same, and behind it what could not stay inside it. */
function normaliseAll({ value, path }: Placed, context: Context): AnyNode[] {
  let raw = value;
  if (isScript(raw)) {
    reportScript(context, false, path, String(path.at(-1) ?? ''), raw);
    return [];
  }
  // some systems keep the text of a text
  for (let layers = 0; typeof raw === 'string' && layers < MAX_TEXT_LAYERS; layers += 1) {
    const read = parseJson(raw);
    context.problems.push(...underPath(path, read.problems));
    if (!read.ok) return [];
    raw = read.value;
  }
  if (!isObject(raw)) {
    reportError(context, 'DOC_SHAPE', path, { where: '节点', detail: '应为对象' });
    return [];
  }
  if (raw.tag === 'placeholder' && isObject(raw.source))
    return readPlaceholder(raw.source, raw.sourceTag, path, context);
  const inner = context.place === 'screen' ? { value: raw, path } : unwrapElement({ value: raw, path });
  const source = readSource(inner.value as Record<string, unknown>, inner.path);
  return [...buildAll(source, context), ...normaliseNodes(source.after ?? [], context)];
}

function buildAll(source: Source, context: Context): AnyNode[] {
  const resolved = resolveTag(source, context);
  if (resolved === undefined && context.place === 'form' && isEmptyBox(source))
    return [build(source, { tag: 'row', set: {}, isApproximate: false }, context)];
  if (resolved === undefined)
    return [unknownTag(source, sourceTagOf(source), context, isUnknownField(source, context))];
  if (resolved.tag === 'subTable') return buildTable(source, resolved, context);
  reportMapping(source, resolved, context);
  const node = build(source, resolved, context);
  // what a field holds inside under a name of its own stands behind it
  return TAGS[resolved.tag]?.kind === 'field' && context.place === 'form'
    ? [node, ...normaliseNodes(siblingElements(source, resolved.tag), context)]
    : [node];
}

/** What nobody knew may be known by now. What was broken stays what it is: in another place it could come to life as something else. */
function readPlaceholder(given: Record<string, unknown>, sourceTag: unknown, path: Path, context: Context): AnyNode[] {
  const at = [...path, 'source'];
  const isFinal = sourceTag === NO_TAG || (typeof sourceTag === 'string' && isKnownTag(sourceTag, context.vocabulary));
  if (!isFinal) return normaliseAll({ value: given, path: at }, context);
  reportWarning(context, 'DOC_UNKNOWN_TAG', path, { tag: sourceTag });
  return [placeholderFor(readSource(given, at), sourceTag, context)];
}

/** What a placeholder says of an element without a tag that can be read. Another reading takes it for nothing else. */
const NO_TAG = '（无标签）';

const LAYOUT_ONLY: ReadonlySet<string> = new Set(['colFormItem', 'rowFormItem', 'raw', 'default']);

/** A script where the tag should be does not stay in the source either. */
const sourceTagOf = (source: Source): string =>
  (isScript(textOf(source, 'tag'))
    ? []
    : ['tag', 'sourceTag', 'jnpfKey', 'layout', 'valueType', 'tpl', 'typeId', 'type', 'componentName']
  )
    .map((key) => textOf(source, key))
    .find((text) => text !== '' && !isScript(text) && !LAYOUT_ONLY.has(text)) ?? NO_TAG;

const titleOf = (tag: string): string => TAGS[tag]?.title ?? tag;

/** How an element was taken over, where its tag is not ours. */
function reportMapping(source: Source, { tag, isApproximate }: Resolved, context: Context): void {
  const given = textOf(source, 'tag') || wordOf(source);
  if (given === '' || given === tag || tag === 'text') return;
  const path = source.entries.get('tag')?.path ?? source.path;
  if (isApproximate) reportWarning(context, 'DOC_REPLACED_TAG', path, { tag: given, replacement: titleOf(tag) });
  else reportNote(context, 'DOC_MAPPED_TAG', path, { tag: given, title: titleOf(tag) });
}

function build(source: Source, resolved: Resolved, context: Context, columns?: AnyNode[]): AnyNode {
  const { tag } = resolved;
  const kind = TAGS[tag]?.kind;
  const properties = readProperties(tag, source, resolved.set, context);
  const { values, origins } = properties;
  if (kind === 'field') {
    values.__vModel__ = takeKey(source, tag, context);
    origins.set('__vModel__', source.entries.get('__vModel__')?.path ?? source.path);
    values.flowEditable ??= '1';
  } else if (textOf(source, '__vModel__') !== '' && '__vModel__' in (TAGS[tag]?.keys ?? {})) {
    values.__vModel__ = textOf(source, '__vModel__');
  }
  for (const { path, value, key } of source.localised)
    reportNote(context, 'DOC_VALUE_UNUSED', path, {
      tag: textOf(source, 'tag') || tag,
      key,
      value: JSON.stringify(value).slice(0, 40),
    });
  if (columns) values.children = columns;
  else addChildren(values, source, context);
  if (!validateNode(properties, source, context)) return placeholderFor(source, tag, context);
  context.places.set(values, { path: source.path, origins });
  return values as unknown as AnyNode;
}

/**
 * A sub-table, and behind it the elements that no column can be: tables inside the table, blocks. A sub-form that holds
 * nothing else has no rows of its own to fill in: it is a card around them.
 */
function buildTable(source: Source, resolved: Resolved, context: Context): AnyNode[] {
  const { columns: all, moved } = columnsOf(source, context, normaliseNodes);
  const columns = all.filter(({ tag }) => tag !== 'placeholder');
  const broken = all.filter(({ tag }) => tag === 'placeholder');
  if (columns.length > 0 || broken.length > 0 || moved.length === 0) {
    reportMapping(source, resolved, context);
    for (const { path, label, isForeign } of moved)
      reportFlaw(context, isForeign, 'DOC_MOVED', path, { table: nameOfTable(source), label });
    return [build(source, resolved, context, columns), ...broken, ...normaliseNodes(moved, context)];
  }
  const card = { tag: 'el-card', set: {}, isApproximate: true };
  reportWarning(context, 'DOC_NO_COLUMNS', source.path, { table: nameOfTable(source) });
  return [build(source, card, context)];
}

function addChildren(values: Record<string, unknown>, source: Source, context: Context): void {
  const tag = String(values.tag);
  if (tag === 'tableLayout' && values.columns === undefined && widestLine(source, context) > 0)
    values.columns = widestLine(source, context);
  const keys = TAGS[tag]?.keys ?? {};
  if (WITH_PANES.has(tag))
    values.children = panesOf(source, context, tag).map((pane, index) =>
      normalisePane(tag, pane, index, context, normaliseNodes),
    );
  else if ('children' in keys) values.children = normaliseNodes(insideOf(source, context, tag), context);
  for (const list of NODE_LISTS) {
    const found = source.entries.get(list);
    if (list in keys && Array.isArray(found?.value))
      values[list] = normaliseNodes(placeAll(found.value, found.path), context);
  }
  // a form that stands in a screen (a letter, a notice) has field keys of its own
  const fields = source.entries.get('fields');
  const isForm = Array.isArray(fields?.value) && fields.value.every((item) => isObject(item) && 'tag' in item);
  if ('fields' in keys && fields && isForm)
    values.fields = normaliseNodes(placeAll(fields.value as unknown[], fields.path), {
      ...context,
      keys: new Set(),
      place: 'form',
    });
  const items = source.entries.get('items');
  if (tag === 'tabs' && Array.isArray(items?.value))
    values.items = placeAll(items.value, items.path).map((item) => normaliseTab(item, context));
}

const placeAll = (list: readonly unknown[], path: Path): Placed[] =>
  list.map((value, index) => ({ value, path: [...path, index] }));

export function normaliseNodes(list: readonly Placed[], context: Context): AnyNode[] {
  return list.flatMap((item) => normaliseAll(item, context));
}

function normaliseTab({ value, path }: Placed, context: Context): unknown {
  if (!isObject(value) || !Array.isArray(value.children)) return value;
  return { ...value, children: normaliseNodes(placeAll(value.children, [...path, 'children']), context) };
}
