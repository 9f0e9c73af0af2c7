import { TAGS } from '../grammar/tags.ts';
import type { Context, ResolvedTag } from './context.ts';
import { innerElementsOf } from './innerElements.ts';
import { firstText, isObject, readSource, textOf, valueOf, elementNameOf, type Source } from './source.ts';
import { staticText } from './text/staticText.ts';
import { isStatic, meaningOf, plainName, type TagMeaning } from './tags.ts';
import { convert } from './values.ts';

/** Returns a resolved tag that can do everything that the original element can. */
const resolvedTo = (tag: string, impliedProperties: Readonly<Record<string, unknown>> = {}): ResolvedTag => ({
  tag,
  impliedProperties,
  isApproximate: false,
});
/** Returns a resolved tag that lacks some functions of the original element. */
const resolvedApproximately = (
  tag: string,
  impliedProperties: Readonly<Record<string, unknown>> = {},
): ResolvedTag => ({
  tag,
  impliedProperties,
  isApproximate: true,
});
const resolvedToMeaning = ({ tag, impliedProperties, isApproximate }: TagMeaning): ResolvedTag => ({
  tag,
  impliedProperties: impliedProperties ?? {},
  isApproximate: isApproximate ?? false,
});

/** Canonical tags by `layout`, for containers without a meaningful tag. */
const TAGS_BY_LAYOUT: Readonly<Record<string, string>> = {
  tsCard: 'el-card',
  tsElTabs: 'el-tabs',
  tsCollapse: 'el-collapse',
  tsSteps: 'el-steps',
  tsSubform: 'subTable',
};

/**
 * Returns the tag for a `layout` in `TAGS_BY_LAYOUT`, or for one that is named after a container (`tabFormItem`,
 * `cardItem`); undefined for other layouts.
 */
function meaningOfLayout(layout: string, context: Context): TagMeaning | undefined {
  const containerTag = ownValue(TAGS_BY_LAYOUT, layout);
  const meaning =
    layout === ''
      ? undefined
      : meaningOf(containerTag ?? `el-${layout.replace(/(?:Form)?Item$/, '')}`, context.vocabulary);
  return meaning &&
    (containerTag !== undefined || TAGS[meaning.tag]?.kind === 'container' || meaning.tag === 'subTable')
    ? meaning
    : undefined;
}

/** Canonical tags by `typeId`, the key under which some forks write the element name. */
const TAGS_BY_TYPE_ID: Readonly<Record<string, ResolvedTag>> = {
  CHILD_FORM: resolvedTo('subTable'),
  MEMBER_RADIO: resolvedTo('userSelector'),
  MEMBER_CHECK: resolvedTo('userSelector', { multiple: true }),
  DEPT_RADIO: resolvedTo('deptSelector'),
  DEPT_CHECK: resolvedTo('deptSelector', { multiple: true }),
  DIVIDER: resolvedTo('sTitle'),
};

/** Reads a key of a table; undefined for a key that only the prototype has, such as `constructor`. */
const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns true if the element has a known tag that passes the test. */
const resolvesTo = (value: unknown, context: Context, test: (resolvedTag: ResolvedTag) => boolean): boolean => {
  if (!isObject(value)) return false;
  const source = readSource(value, []);
  const resolvedTag = resolveTag(source, context.container === 'column' ? { ...context, container: 'form' } : context);
  return resolvedTag !== undefined && test(resolvedTag);
};

/** Keys under which containers keep their contents. */
const CONTENT_LISTS = ['children', 'list', 'widgetList', 'columns', 'fields'] as const;

/**
 * Returns true if an element of a form or sub-table is a field of an unknown kind although its `layout` names a
 * container: it has no tag and no list of children, but it has a label, a field key or the name of a component. The
 * result must not depend on `context.container` being 'form' or 'column', since `resolveTag` caches one tag per element
 * for both.
 */
export const isUnknownField = (source: Source, context: Context): boolean =>
  context.container !== 'screen' &&
  elementNameOf(source) === '' &&
  TAGS[meaningOfLayout(textOf(source, 'layout'), context)?.tag ?? '']?.kind === 'container' &&
  ['label', 'title', '__vModel__', 'vModel', 'componentName'].some((key) => textOf(source, key) !== '') &&
  CONTENT_LISTS.every((key) => !Array.isArray(valueOf(source, key))) &&
  innerElementsOf(source, context).length === 0;

/** Returns true if an element directly inside is a field. */
const hasFieldChildren = (source: Source, context: Context): boolean =>
  innerElementsOf(source, context).some(({ value }) =>
    resolvesTo(value, context, ({ tag }) => TAGS[tag]?.kind === 'field'),
  );

/** Returns true if the element contains rows of fields, even if its tag names something else. */
function isRowsContainer(source: Source, context: Context): boolean {
  if (
    textOf(source, 'layout') === 'tsSubform' ||
    textOf(source, 'tableType') === 'detailTable' ||
    textOf(source, 'rowType') === 'table'
  )
    return Array.isArray(valueOf(source, 'children'));
  if (textOf(source, 'subForm') !== '') return true;
  return plainName(elementNameOf(source)) === 'table' && hasFieldChildren(source, context);
}

/** Returns true for a list of columns as data tables have them, with the key under `prop`. */
const isColumnList = (value: unknown): boolean =>
  Array.isArray(value) && value.some((item) => isObject(item) && typeof item.prop === 'string');

/** Returns true if the element is a table that only shows data, which is recognised by columns with a `prop`. */
function isDataTable(source: Source, context: Context): boolean {
  if (!['table', 'data-table'].includes(plainName(elementNameOf(source)))) return false;
  const slot = valueOf(source, '__slot__');
  return (
    isColumnList(innerElementsOf(source, context).map(({ value }) => value)) ||
    (isObject(slot) && isColumnList(slot.elTableColumn))
  );
}

/**
 * Returns the canonical tag for a node of any dialect; undefined if it is unknown. Cached by node, since resolving a
 * container also resolves the elements inside it.
 */
export function resolveTag(source: Source, context: Context): ResolvedTag | undefined {
  if (context.container === 'column' && convert(valueOf(source, 'isOp'), 'flag') === '1') return resolvedTo('opColumn');
  const cached = context.resolvedTags.get(source.raw);
  if (cached !== undefined) return cached ?? undefined;
  // an object that contains itself must not cause endless recursion
  context.resolvedTags.set(source.raw, null);
  const resolvedTag = resolveUncached(source, context);
  context.resolvedTags.set(source.raw, resolvedTag ?? null);
  return resolvedTag;
}

/** Returns the canonical tag, without the cache; undefined if the tag is unknown. */
function resolveUncached(source: Source, context: Context): ResolvedTag | undefined {
  const tag = elementNameOf(source);
  if (isRowsContainer(source, context)) return resolvedTo('subTable');
  const resolvedTypeId = ownValue(TAGS_BY_TYPE_ID, textOf(source, 'typeId'));
  if (resolvedTypeId) return resolvedTypeId;
  if (tag === '') {
    const meaning = meaningOfLayout(textOf(source, 'layout'), context);
    if (meaning && !isUnknownField(source, context)) return resolvedToMeaning(meaning);
  }
  // an element of another designer may have the same name as a canonical block (a list, a chart)
  const isOnlyNamedLikeBlock = source.isTranslated && source.standardTag === undefined && TAGS[tag]?.kind === 'block';
  const meaning =
    (isOnlyNamedLikeBlock ? undefined : meaningOf(tag, context.vocabulary)) ??
    meaningOf(firstText(source, 'orgTag', 'jnpfKey'), context.vocabulary);
  // a number input cannot replace a slider with two handles
  const isRangeSlider =
    meaning?.tag === 'el-input-number' && tag.includes('slider') && valueOf(source, 'range') === true;
  if (meaning && !isRangeSlider) return resolvedToMeaning(meaning);
  if (context.container === 'screen') return undefined;
  if (isDataTable(source, context)) return resolvedApproximately('subTable', { canOp: '0' });
  if (isStatic(tag) && staticText(source) !== '') return resolvedTo('text');
  // the fields inside an unknown container are kept
  return hasKnownElements(source, context)
    ? resolvedApproximately(firstText(source, 'label', 'title') === '' ? 'row' : 'el-card')
    : undefined;
}

/**
 * Returns true for an empty column or cell of a layout, which `buildNodes` converts to an empty row. `resolveTag`
 * returns undefined for it, so `hasKnownElements` ignores it: an unknown element that contains only empty cells is not
 * converted to a container.
 */
export const isEmptyBox = (source: Source): boolean =>
  elementNameOf(source) === '' &&
  ['label', 'title', '__vModel__'].every((key) => textOf(source, key) === '') &&
  CONTENT_LISTS.some((key) => {
    const list = valueOf(source, key);
    return Array.isArray(list) && list.length === 0;
  });

/** Returns true if the element contains an element with a known tag. */
const hasKnownElements = (source: Source, context: Context): boolean =>
  innerElementsOf(source, context).some(({ value }) => resolvesTo(value, context, () => true));
