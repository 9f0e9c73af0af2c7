import { TAGS } from '../grammar/tags.ts';
import type { AnyNode } from '../grammar/nodes.ts';
import { type Path, underPath } from '../domain/problem/index.ts';
import { readDocument } from '../kernel/index.ts';
import { columnsOf, nameOfTable } from './columns.ts';
import {
  reportError,
  reportFlaw,
  reportNote,
  reportScript,
  reportWarning,
  shortText,
  type Context,
  type ResolvedTag,
} from './context.ts';
import { assignKey } from './fieldKey.ts';
import { normalisePane, panesOf, maxCellsPerRow } from './panes.ts';
import { placeholderFor, placeholderForUnknownTag } from './placeholder.ts';
import { readProperties } from './properties.ts';
import { isEmptyBox, isUnknownField, resolveTag } from './resolve.ts';
import { isScript } from './text/scripts.ts';
import { innerElementsOf, elementsUnderUnknownKeys, unwrapElement } from './innerElements.ts';
import { isObject, readSource, textOf, elementNameOf, type LocatedValue, type Source } from './source.ts';
import { isKnownTag } from './tags.ts';
import { validateNode } from './validate.ts';

/** How many times a text is parsed as JSON at most; it is parsed again while the result is still a text. */
const MAX_TEXT_LAYERS = 4;

/** Keys besides `children` under which blocks of screens hold lists of nodes. */
const NODE_LIST_KEYS = ['sidebar', 'header'] as const;

/** Containers whose children are panes. */
const TAGS_WITH_PANES: ReadonlySet<string> = new Set(['el-tabs', 'el-collapse', 'el-steps', 'tableLayout']);

/**
 * Converts one element of any dialect to a canonical node; undefined (reported) if it is not an element. Omits the
 * nodes that cannot stay inside the converted node.
 */
export function normaliseNode({ value, path }: LocatedValue, context: Context): AnyNode | undefined {
  return normaliseWithFollowing({ value, path }, context)[0];
}

/**
 * Converts one element. In the result, the nodes that cannot stay inside the converted node and `nextSiblings` of the
 * source follow it. The result is empty, with a problem reported, if the element cannot be read.
 */
function normaliseWithFollowing({ value, path }: LocatedValue, context: Context): AnyNode[] {
  let raw = value;
  if (isScript(raw)) {
    reportScript(context, false, path, String(path.at(-1) ?? ''), raw);
    return [];
  }
  // some systems encode JSON text as JSON text again
  for (let layers = 0; typeof raw === 'string' && layers < MAX_TEXT_LAYERS; layers += 1) {
    const parsed = readDocument(raw);
    context.problems.push(...underPath(path, parsed.problems));
    if (!parsed.ok) return [];
    raw = parsed.value;
  }
  if (!isObject(raw)) {
    reportError(context, 'DOC_SHAPE', path, { where: '节点', detail: '应为对象' });
    return [];
  }
  if (raw.tag === 'placeholder' && isObject(raw.source))
    return readPlaceholder(raw.source, raw.sourceTag, path, context);
  const unwrappedElement = context.container === 'screen' ? { value: raw, path } : unwrapElement({ value: raw, path });
  const source = readSource(unwrappedElement.value as Record<string, unknown>, unwrappedElement.path);
  return [...buildNodes(source, context), ...normaliseNodes(source.nextSiblings ?? [], context)];
}

/** Builds the canonical node of an element, followed by the nodes that cannot stay inside it. */
function buildNodes(source: Source, context: Context): AnyNode[] {
  const resolvedTag = resolveTag(source, context);
  if (resolvedTag === undefined && context.container === 'form' && isEmptyBox(source))
    return [buildNode(source, { tag: 'row', impliedProperties: {}, isApproximate: false }, context)];
  if (resolvedTag === undefined)
    return [placeholderForUnknownTag(source, sourceTagOf(source), context, isUnknownField(source, context))];
  if (resolvedTag.tag === 'subTable') return buildTable(source, resolvedTag, context);
  reportMapping(source, resolvedTag, context);
  const node = buildNode(source, resolvedTag, context);
  // elements inside a field are placed after it
  return TAGS[resolvedTag.tag]?.kind === 'field' && context.container === 'form'
    ? [node, ...normaliseNodes(elementsUnderUnknownKeys(source, resolvedTag.tag), context)]
    : [node];
}

/**
 * Reads a placeholder. If the tag of its element is not canonical, the element is converted again, since this version
 * of the importer may recognise it. If the tag is canonical (then the element was invalid) or `NO_TAG`, the placeholder
 * stays, because a conversion at this position could give a node of another kind.
 */
function readPlaceholder(
  element: Record<string, unknown>,
  sourceTag: unknown,
  path: Path,
  context: Context,
): AnyNode[] {
  const sourcePath = [...path, 'source'];
  const staysPlaceholder =
    sourceTag === NO_TAG || (typeof sourceTag === 'string' && isKnownTag(sourceTag, context.vocabulary));
  if (!staysPlaceholder) return normaliseWithFollowing({ value: element, path: sourcePath }, context);
  reportWarning(context, 'DOC_UNKNOWN_TAG', path, { tag: sourceTag });
  return [placeholderFor(readSource(element, sourcePath), sourceTag, context)];
}

/** `sourceTag` of a placeholder for an element without a readable tag. Such an element always stays a placeholder. */
const NO_TAG = '（无标签）';

/** Layout names that do not show the kind of the element. */
const LAYOUTS_WITHOUT_KIND: ReadonlySet<string> = new Set(['colFormItem', 'rowFormItem', 'raw', 'default']);

/** Returns the name of the source element, for a placeholder; never a script. */
const sourceTagOf = (source: Source): string =>
  (isScript(textOf(source, 'tag'))
    ? []
    : ['tag', 'sourceTag', 'jnpfKey', 'layout', 'valueType', 'tpl', 'typeId', 'type', 'componentName']
  )
    .map((key) => textOf(source, key))
    .find((text) => text !== '' && !isScript(text) && !LAYOUTS_WITHOUT_KIND.has(text)) ?? NO_TAG;

const titleOf = (tag: string): string => TAGS[tag]?.title ?? tag;

/**
 * Reports how an element was converted, unless its tag was already canonical, the element names no tag, or it became a
 * `text`.
 */
function reportMapping(source: Source, { tag, isApproximate }: ResolvedTag, context: Context): void {
  const sourceTag = textOf(source, 'tag') || elementNameOf(source);
  if (sourceTag === '' || sourceTag === tag || tag === 'text') return;
  const path = source.entries.get('tag')?.path ?? source.path;
  if (isApproximate) reportWarning(context, 'DOC_REPLACED_TAG', path, { tag: sourceTag, replacement: titleOf(tag) });
  else reportNote(context, 'DOC_MAPPED_TAG', path, { tag: sourceTag, title: titleOf(tag) });
}

/**
 * Builds one canonical node; a placeholder if the node cannot be made valid. `columns`: the children of a sub-table.
 */
function buildNode(source: Source, resolvedTag: ResolvedTag, context: Context, columns?: AnyNode[]): AnyNode {
  const { tag } = resolvedTag;
  const kind = TAGS[tag]?.kind;
  const properties = readProperties(tag, source, resolvedTag.impliedProperties, context);
  const { values, sourcePathByKey } = properties;
  if (kind === 'field') {
    values.__vModel__ = assignKey(source, tag, context);
    sourcePathByKey.set('__vModel__', source.entries.get('__vModel__')?.path ?? source.path);
    values.flowEditable ??= '1';
  } else if (textOf(source, '__vModel__') !== '' && '__vModel__' in (TAGS[tag]?.keys ?? {})) {
    values.__vModel__ = textOf(source, '__vModel__');
  }
  for (const { path, value, key } of source.originalTexts)
    reportNote(context, 'DOC_VALUE_UNUSED', path, {
      tag: textOf(source, 'tag') || tag,
      key,
      value: shortText(value),
    });
  if (columns) values.children = columns;
  else addChildren(values, source, context);
  if (!validateNode(properties, source, context)) return placeholderFor(source, tag, context);
  context.sourcePaths.set(values, { path: source.path, sourcePathByKey });
  return values as unknown as AnyNode;
}

/**
 * Builds a sub-table, followed by the elements that cannot be columns: tables inside the table, blocks. If the source
 * has only such elements, the sub-table would have no columns; a card that contains the elements is built instead.
 */
function buildTable(source: Source, resolvedTag: ResolvedTag, context: Context): AnyNode[] {
  const { columns: nodes, moved } = columnsOf(source, context, normaliseNodes);
  const columns = nodes.filter(({ tag }) => tag !== 'placeholder');
  const placeholders = nodes.filter(({ tag }) => tag === 'placeholder');
  if (columns.length > 0 || placeholders.length > 0 || moved.length === 0) {
    reportMapping(source, resolvedTag, context);
    for (const { path, label, isForeign } of moved)
      reportFlaw(context, isForeign, 'DOC_MOVED', path, { table: nameOfTable(source), label });
    return [buildNode(source, resolvedTag, context, columns), ...placeholders, ...normaliseNodes(moved, context)];
  }
  const cardTag = { tag: 'el-card', impliedProperties: {}, isApproximate: true };
  reportWarning(context, 'DOC_NO_COLUMNS', source.path, { table: nameOfTable(source) });
  return [buildNode(source, cardTag, context)];
}

/** Adds the converted children, panes and other inner nodes to the values of a node. */
function addChildren(values: Record<string, unknown>, source: Source, context: Context): void {
  const tag = String(values.tag);
  if (tag === 'tableLayout' && values.columns === undefined && maxCellsPerRow(source, context) > 0)
    values.columns = maxCellsPerRow(source, context);
  const keys = TAGS[tag]?.keys ?? {};
  if (TAGS_WITH_PANES.has(tag))
    values.children = panesOf(source, context, tag).map((pane, index) =>
      normalisePane(tag, pane, index, context, normaliseNodes),
    );
  else if ('children' in keys) values.children = normaliseNodes(innerElementsOf(source, context, tag), context);
  for (const key of NODE_LIST_KEYS) {
    const entry = source.entries.get(key);
    if (key in keys && Array.isArray(entry?.value))
      values[key] = normaliseNodes(withPaths(entry.value, entry.path), context);
  }
  // a form inside a screen (a letter, a notice) has its own scope of field keys
  const fields = source.entries.get('fields');
  const isForm = Array.isArray(fields?.value) && fields.value.every((item) => isObject(item) && 'tag' in item);
  if ('fields' in keys && fields && isForm)
    values.fields = normaliseNodes(withPaths(fields.value as unknown[], fields.path), {
      ...context,
      usedKeys: new Set(),
      container: 'form',
    });
  const items = source.entries.get('items');
  if (tag === 'tabs' && Array.isArray(items?.value))
    values.items = withPaths(items.value, items.path).map((item) => normaliseTab(item, context));
}

const withPaths = (list: readonly unknown[], path: Path): LocatedValue[] =>
  list.map((value, index) => ({ value, path: [...path, index] }));

/** Converts elements of any dialect to canonical nodes; elements that cannot be converted are reported. */
export function normaliseNodes(list: readonly LocatedValue[], context: Context): AnyNode[] {
  return list.flatMap((item) => normaliseWithFollowing(item, context));
}

/** Converts the children of one tab of a `tabs` block; returns a value without children unchanged. */
function normaliseTab({ value, path }: LocatedValue, context: Context): unknown {
  if (!isObject(value) || !Array.isArray(value.children)) return value;
  return { ...value, children: normaliseNodes(withPaths(value.children, [...path, 'children']), context) };
}
