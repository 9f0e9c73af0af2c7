import { TAGS } from '../grammar/tags.ts';
import type { Context, Resolved } from './context.ts';
import { insideOf } from './innerElements.ts';
import { firstText, isObject, readSource, textOf, valueOf, wordOf, type Source } from './source.ts';
import { staticText } from './text/staticText.ts';
import { isStatic, meaningOf, plainName, type TagMeaning } from './tags.ts';
import { convert } from './values.ts';

const plain = (tag: string, set: Readonly<Record<string, unknown>> = {}): Resolved => ({
  tag,
  set,
  isApproximate: false,
});
const near = (tag: string, set: Readonly<Record<string, unknown>> = {}): Resolved => ({
  tag,
  set,
  isApproximate: true,
});
const given = ({ tag, set, isApproximate }: TagMeaning): Resolved => ({
  tag,
  set: set ?? {},
  isApproximate: isApproximate ?? false,
});

/** Containers without a tag, or with one that says nothing: the layout decides. */
const LAYOUTS: Readonly<Record<string, string>> = {
  rowFormItem: 'row',
  tsCard: 'el-card',
  tsElTabs: 'el-tabs',
  tsCollapse: 'el-collapse',
  tsSteps: 'el-steps',
  tsSubform: 'subTable',
};

/** `tabFormItem`, `cardItem`: a layout that is called as a container is one. */
function meaningOfLayout(layout: string, context: Context): TagMeaning | undefined {
  const known = own(LAYOUTS, layout);
  const meaning =
    layout === '' ? undefined : meaningOf(known ?? `el-${layout.replace(/(?:Form)?Item$/, '')}`, context.vocabulary);
  return meaning && (known !== undefined || TAGS[meaning.tag]?.kind === 'container' || meaning.tag === 'subTable')
    ? meaning
    : undefined;
}

/** What forks call their own elements beside the tag. */
const KINDS: Readonly<Record<string, Resolved>> = {
  CHILD_FORM: plain('subTable'),
  MEMBER_RADIO: plain('userSelector'),
  MEMBER_CHECK: plain('userSelector', { multiple: true }),
  DEPT_RADIO: plain('deptSelector'),
  DEPT_CHECK: plain('deptSelector', { multiple: true }),
  DIVIDER: plain('sTitle'),
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const isElement = (value: unknown, context: Context, test: (resolved: Resolved) => boolean): boolean => {
  if (!isObject(value)) return false;
  const source = readSource(value, []);
  const resolved = resolveTag(source, context.place === 'column' ? { ...context, place: 'form' } : context);
  return resolved !== undefined && test(resolved);
};

/** Lists in which containers keep what stands in them. */
const CONTENT_LISTS = ['children', 'list', 'widgetList', 'columns', 'fields'] as const;

/**
 * Whether an element is a field of an unknown kind although its layout names a container: it has no tag and no list of
 * children, and it has a label, a field key or the name of a component.
 */
export const isUnknownField = (source: Source, context: Context): boolean =>
  context.place === 'form' &&
  wordOf(source) === '' &&
  TAGS[meaningOfLayout(textOf(source, 'layout'), context)?.tag ?? '']?.kind === 'container' &&
  ['label', 'title', '__vModel__', 'vModel', 'componentName'].some((key) => textOf(source, key) !== '') &&
  CONTENT_LISTS.every((key) => !Array.isArray(valueOf(source, key))) &&
  insideOf(source, context).length === 0;

const hasFieldChildren = (source: Source, context: Context): boolean =>
  insideOf(source, context).some(({ value }) => isElement(value, context, ({ tag }) => TAGS[tag]?.kind === 'field'));

/** Containers of other designers that hold rows of fields, whatever their tag says. */
function isRowsContainer(source: Source, context: Context): boolean {
  if (
    textOf(source, 'layout') === 'tsSubform' ||
    textOf(source, 'tableType') === 'detailTable' ||
    textOf(source, 'rowType') === 'table'
  )
    return Array.isArray(valueOf(source, 'children'));
  if (textOf(source, 'subForm') !== '') return true;
  return plainName(wordOf(source)) === 'table' && hasFieldChildren(source, context);
}

const isColumnList = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item) => isObject(item) && typeof item.prop === 'string');

/** A table that only shows data: columns with a name, no fields in them. */
function isDataTable(source: Source, context: Context): boolean {
  if (!['table', 'data-table'].includes(plainName(wordOf(source)))) return false;
  const slot = valueOf(source, '__slot__');
  return (
    isColumnList(insideOf(source, context).map(({ value }) => value)) ||
    (isObject(slot) && isColumnList(slot.elTableColumn))
  );
}

/** What a node of any dialect is in this language; undefined when nothing here knows it. Asked again of the same node, it remembers: containers ask what their children are. */
export function resolveTag(source: Source, context: Context): Resolved | undefined {
  if (context.place === 'column' && convert(valueOf(source, 'isOp'), 'flag') === '1') return plain('opColumn');
  const known = context.resolved.get(source.raw);
  if (known !== undefined) return known ?? undefined;
  // What stands inside itself through a shared object is not asked without end.
  context.resolved.set(source.raw, null);
  const resolved = resolve(source, context);
  context.resolved.set(source.raw, resolved ?? null);
  return resolved;
}

function resolve(source: Source, context: Context): Resolved | undefined {
  const tag = wordOf(source);
  if (isRowsContainer(source, context)) return plain('subTable');
  const kind = own(KINDS, textOf(source, 'typeId'));
  if (kind) return kind;
  if (tag === '') {
    const meaning = meaningOfLayout(textOf(source, 'layout'), context);
    if (meaning && !isUnknownField(source, context)) return given(meaning);
  }
  // Blocks of ours (a list, a chart) may be called as another designer's elements are.
  const isHomonym = source.isDialect && source.as === undefined && TAGS[tag]?.kind === 'block';
  const meaning =
    (isHomonym ? undefined : meaningOf(tag, context.vocabulary)) ??
    meaningOf(firstText(source, 'orgTag', 'jnpfKey'), context.vocabulary);
  const isUnfit = meaning?.tag === 'el-input-number' && tag.includes('slider') && valueOf(source, 'range') === true;
  if (meaning && !isUnfit) return given(meaning);
  if (context.place === 'screen') return undefined;
  if (isDataTable(source, context)) return near('subTable', { canOp: '0' });
  if (isStatic(tag) && staticText(source) !== '') return plain('text');
  // Fields inside a container that nobody knows are still to be filled in.
  return hasElements(source, context)
    ? near(firstText(source, 'label', 'title') === '' ? 'row' : 'el-card')
    : undefined;
}

/** A column or cell that nothing was put into yet: an empty row where it stands, and nothing that makes a container of what is around it. */
export const isEmptyBox = (source: Source): boolean =>
  wordOf(source) === '' &&
  ['label', 'title', '__vModel__'].every((key) => textOf(source, key) === '') &&
  CONTENT_LISTS.some((key) => {
    const list = valueOf(source, key);
    return Array.isArray(list) && list.length === 0;
  });

const hasElements = (source: Source, context: Context): boolean =>
  insideOf(source, context).some(({ value }) => isElement(value, context, () => true));
