import { REFERS } from '../grammar/references.ts';
import type { AnyNode, ListNode } from '../grammar/nodes.ts';
import { isBlank } from '../domain/blank.ts';
import { isPeriodName } from '../domain/periods.ts';
import type { Path } from '../domain/problem/index.ts';
import { isFieldNode, isPlaceholderNode, placeholderNames, walkNodes, wordCondition } from '../kernel/index.ts';
import { recordPageEntryOf, recordPageFormOf, valuesAtPosition, type PathOf } from './collectNodeReferences.ts';

/** A placeholder in a block of a screen, with the data that decide whether its name is known. */
interface ScreenPlaceholder {
  kind: 'placeholder';
  /** Without the braces. The names that `placeholderNames` leaves out, such as `curentUser`, do not occur. */
  name: string;
  path: Path;
  /** The form whose record the page shows. Null: the page shows no record. Undefined: the form is not known. */
  formKey: string | null | undefined;
  /**
   * How the name of a period is written at this place. 'braced': in braces, like other words of fixed conditions
   * (`wordCondition`). 'plainInFilter', 'plainInView': without braces. 'none': a period is not allowed.
   */
  periodNotation: 'braced' | 'plainInFilter' | 'plainInView' | 'none';
}

/** The name of a period in a condition of a block. The field of the condition must be a date field. */
interface NamedPeriod {
  kind: 'period';
  /** The field of the condition. */
  name: string;
  path: Path;
  /** The form of the listed records. */
  formKey: string;
  /** As it is written: `${thisMonth}` in a fixed condition, `thisMonth` in a view. */
  period: string;
}

/** A fixed condition without a value, which the server leaves out: the block would show all records. */
interface BlankCondition {
  kind: 'blank';
  /** The field of the condition. */
  name: string;
  path: Path;
}

/**
 * The initial value of a list's filter, if it is a text. For a date field it must be the name of a period; any other
 * text selects nothing.
 */
interface InitialText {
  kind: 'initialText';
  /** The field of the filter. */
  name: string;
  path: Path;
  formKey: string;
  text: string;
}

export type ScreenName = ScreenPlaceholder | NamedPeriod | BlankCondition | InitialText;

/** Kinds of values of blocks (`to` in `x-refers`) in which placeholders are filled. */
const FILLED_KINDS: ReadonlySet<string> = new Set(['text', 'presets', 'conditions']);

/** How the name of a period is written under these keys of a list node; under any other key no period is allowed. */
const PERIOD_NOTATION_BY_LIST_KEY: Readonly<Record<string, ScreenPlaceholder['periodNotation']>> = {
  filters: 'plainInFilter',
  views: 'plainInView',
};

/** Returns the placeholders in a value, each with the path to its text. */
const placeholdersIn = (value: unknown, path: Path): { name: string; path: Path }[] =>
  typeof value === 'string'
    ? placeholderNames(value).map((name) => ({ name, path }))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) =>
          placeholdersIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : [];

/**
 * Returns the names in the fixed conditions of a block. A word such as `${empty}` or `${thisMonth}` stands for a
 * condition only if it is the whole value.
 */
function namesInConditions(
  value: Readonly<Record<string, unknown>>,
  path: Path,
  { listedForm, pageForm }: { listedForm: unknown; pageForm: ScreenPlaceholder['formKey'] },
): ScreenName[] {
  return Object.entries(value).flatMap(([field, condition]): ScreenName[] => {
    const location = { name: field, path: [...path, field] };
    if (isBlank(condition)) return [{ kind: 'blank', ...location }];
    const convertedCondition = wordCondition(condition);
    if (convertedCondition === null)
      return placeholdersIn(condition, location.path).map((placeholder) => ({
        kind: 'placeholder',
        ...placeholder,
        formKey: pageForm,
        periodNotation: 'braced',
      }));
    return convertedCondition.op === 'within' && typeof listedForm === 'string'
      ? [{ kind: 'period', ...location, formKey: listedForm, period: `\${${convertedCondition.value}}` }]
      : [];
  });
}

/** Returns the periods in the conditions of a list's views. */
const periodsOfViews = ({ formKey, views = [] }: ListNode, pathOf: (key: string) => Path): NamedPeriod[] =>
  views.flatMap(({ conditions = [] }, index) =>
    conditions.flatMap(({ field, op, value }, position): NamedPeriod[] =>
      formKey !== undefined && (op === 'within' || op === 'range') && isPeriodName(value)
        ? [
            {
              kind: 'period',
              name: field,
              path: [...pathOf('views'), index, 'conditions', position, 'value'],
              formKey,
              period: value,
            },
          ]
        : [],
    ),
  );

/** Returns the initial texts of a list's filters that are neither a period nor contain a placeholder. */
const initialTextsIn = ({ formKey, filters = [] }: ListNode, pathOf: (key: string) => Path): InitialText[] =>
  filters.flatMap(({ field, op = 'range', defaultValue: text }, index): InitialText[] =>
    formKey === undefined || op !== 'range' || typeof text !== 'string' || text === '' || isPeriodName(text)
      ? []
      : placeholderNames(text).length > 0
        ? []
        : [{ kind: 'initialText', name: field, path: [...pathOf('filters'), index, 'defaultValue'], formKey, text }],
  );

/**
 * Returns the names in the blocks of a screen that the grammar does not mark as references: placeholders, the periods
 * of conditions, fixed conditions without a value, and the initial texts of filters.
 */
export function screenNamesIn(roots: readonly AnyNode[], pathOf: PathOf): ScreenName[] {
  const pages: { path: string; formKey: string | undefined }[] = [];
  return [...walkNodes(roots)].flatMap(({ node, path }): ScreenName[] => {
    const pathPrefix = `${path.join('\0')}\0`;
    const page = pages.findLast((candidate) => pathPrefix.startsWith(candidate.path));
    const pageForm = page ? page.formKey : null;
    if (recordPageEntryOf(node)) pages.push({ path: pathPrefix, formKey: recordPageFormOf(node) ?? undefined });
    if (isFieldNode(node) || isPlaceholderNode(node)) return [];
    const pathOfKey = (key: string): Path => pathOf(node, key);
    const namesOfList =
      node.tag === 'list'
        ? [...initialTextsIn(node as ListNode, pathOfKey), ...periodsOfViews(node as ListNode, pathOfKey)]
        : [];
    const placeholders = (REFERS[node.tag] ?? []).flatMap(({ at, to, of = '' }) => {
      const [key = '', ...below] = at;
      const keyValue = (node as unknown as Record<string, unknown>)[key];
      if (!FILLED_KINDS.has(to) || keyValue === undefined) return [];
      return valuesAtPosition(keyValue, below, pathOf(node, key)).flatMap(({ value, path: valuePath, container }) => {
        const parent = (below.length > 0 ? container : node) as unknown as Record<string, unknown>;
        if (to === 'conditions')
          return namesInConditions(value as Record<string, unknown>, valuePath, { listedForm: parent[of], pageForm });
        return placeholdersIn(value, valuePath).map((placeholder) => ({
          kind: 'placeholder' as const,
          ...placeholder,
          formKey: pageForm,
          periodNotation: (node.tag === 'list' && PERIOD_NOTATION_BY_LIST_KEY[key]) || 'none',
        }));
      });
    });
    return [...placeholders, ...namesOfList];
  });
}

/**
 * Matches the placeholder names that have a value on every page: those of the person, of the unit and of the address
 * parameters (`screenPlaceholderValues`).
 */
const EVERY_PAGE_NAME = /^(user\.(id|name|dept)|unit|query\..+)$/;
/** Placeholder names for values of the page's record that are not fields. */
const SYSTEM_VALUE_NAMES: ReadonlySet<string> = new Set(['id', 'title']);

/**
 * Returns true if the page has a value for the placeholder. `fields`: the field keys of the form whose record the page
 * shows. Without `fields`, every name without a dot is taken for a field of the record.
 */
export function isKnownPlaceholder(
  { name, formKey }: ScreenPlaceholder,
  fields: ReadonlySet<string> | null | undefined,
): boolean {
  if (EVERY_PAGE_NAME.test(name)) return true;
  if (formKey === null) return false;
  if (SYSTEM_VALUE_NAMES.has(name)) return true;
  if (!fields) return !name.includes('.');
  return fields.has(name) || (name.endsWith('Label') && fields.has(name.slice(0, -'Label'.length)));
}

/** Words for fixed conditions (`wordCondition`) that a message names as examples. */
const EXAMPLE_WORDS = ['empty', 'notEmpty', 'today', 'thisWeek', 'thisMonth', 'thisQuarter', 'thisYear', 'last:30d'];

/**
 * Returns, for a message, the names that can be used instead of an unknown name. If the name is a period that must be
 * written without braces here, returns how to write it.
 */
export function allowedPlaceholders({ name, formKey, periodNotation }: ScreenPlaceholder): string {
  if (isPeriodName(name) && (periodNotation === 'plainInFilter' || periodNotation === 'plainInView'))
    return `时间段 ${name}（直接写，不加 \${}${periodNotation === 'plainInView' ? '，比较方式为 within' : ''}）`;
  const names = ['curentUser', 'curentDept', 'curentUnit', 'query.地址参数'];
  if (formKey !== null) names.push('id', 'title', '本记录的字段键');
  return [...names, ...(periodNotation === 'braced' ? EXAMPLE_WORDS : [])].map((name) => `\${${name}}`).join('、');
}
