import { REFERS } from '../grammar/references.ts';
import type { AnyNode, ListNode } from '../grammar/nodes.ts';
import { wordCondition } from '../domain/conditionWords.ts';
import { isPeriodName } from '../domain/periods.ts';
import type { Path } from '../domain/problem/index.ts';
import { isFieldNode, isPlaceholderNode, placeholderNames, walkNodes } from '../kernel/index.ts';
import { insideOf, ownerInside, valuesAtPosition, type PathOf } from './collectNodeReferences.ts';

/** A placeholder in a block of a screen, with what decides whether its name is known there. */
export interface ScreenPlaceholder {
  kind: 'placeholder';
  /** Without the braces; the names of the person (`curentUser`) are left out. */
  name: string;
  path: Path;
  /** The form whose record the page shows; null: the page shows no record. Undefined: which form is not known. */
  formKey: string | null | undefined;
  /** Whether the words of fixed conditions (`wordCondition`) are allowed there instead. */
  mayBeWord: boolean;
}

/** The name of a period (`${thisMonth}`) in a fixed condition of a block, which its field must be a date for. */
export interface FixedPeriod {
  kind: 'period';
  name: string;
  path: Path;
  /** The form of the listed records. */
  formKey: string;
  period: string;
}

/** A text as the initial value of a filter of a list. For a date it must be the name of a period, or nothing is selected. */
export interface InitialText {
  kind: 'initialText';
  /** The field of the filter. */
  name: string;
  path: Path;
  formKey: string;
  text: string;
}

export type ScreenName = ScreenPlaceholder | FixedPeriod | InitialText;

/** Kinds of values of blocks (`to` in `x-refers`) in which placeholders are filled. */
const FILLED_KINDS: ReadonlySet<string> = new Set(['text', 'presets', 'conditions']);

/** The placeholders in a value, each with the path to its text. */
const placeholdersIn = (value: unknown, path: Path): { name: string; path: Path }[] =>
  typeof value === 'string'
    ? placeholderNames(value).map((name) => ({ name, path }))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) =>
          placeholdersIn(one, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : [];

/** The names in the fixed conditions of a block. A word stands for a condition only where it is the whole value. */
function namesInConditions(
  value: Readonly<Record<string, unknown>>,
  path: Path,
  { listedForm, pageForm }: { listedForm: unknown; pageForm: ScreenPlaceholder['formKey'] },
): (ScreenPlaceholder | FixedPeriod)[] {
  return Object.entries(value).flatMap(([field, one]): (ScreenPlaceholder | FixedPeriod)[] => {
    const word = wordCondition(one);
    if (word === null)
      return placeholdersIn(one, [...path, field]).map((found) => ({
        kind: 'placeholder',
        ...found,
        formKey: pageForm,
        mayBeWord: true,
      }));
    return word.op === 'within' && typeof listedForm === 'string'
      ? [{ kind: 'period', name: field, path: [...path, field], formKey: listedForm, period: word.value }]
      : [];
  });
}

/** The initial texts of a list's filters that are neither a period nor filled in later. */
const initialTextsIn = ({ formKey, filters = [] }: ListNode, pathOf: (key: string) => Path): InitialText[] =>
  filters.flatMap(({ field, op = 'range', defaultValue: text }, index): InitialText[] =>
    formKey === undefined || op !== 'range' || typeof text !== 'string' || text === '' || isPeriodName(text)
      ? []
      : placeholderNames(text).length > 0
        ? []
        : [{ kind: 'initialText', name: field, path: [...pathOf('filters'), index, 'defaultValue'], formKey, text }],
  );

/** The placeholders, the periods of fixed conditions and the initial texts of filters in the blocks of a screen. */
export function screenPlaceholdersIn(roots: readonly AnyNode[], pathOf: PathOf): ScreenName[] {
  const pages: { path: string; formKey: string | undefined }[] = [];
  return [...walkNodes(roots)].flatMap(({ node, path }): ScreenName[] => {
    const pathPrefix = `${path.join('\0')}\0`;
    const page = pages.findLast((one) => pathPrefix.startsWith(one.path));
    const pageForm = page ? page.formKey : null;
    if (insideOf(node)) pages.push({ path: pathPrefix, formKey: ownerInside(node) ?? undefined });
    if (isFieldNode(node) || isPlaceholderNode(node)) return [];
    const initialTexts = node.tag === 'list' ? initialTextsIn(node as ListNode, (key) => pathOf(node, key)) : [];
    const placeholders = (REFERS[node.tag] ?? []).flatMap(({ at, to, of = '' }) => {
      const [key = '', ...below] = at;
      const stored = (node as unknown as Record<string, unknown>)[key];
      if (!FILLED_KINDS.has(to) || stored === undefined) return [];
      return valuesAtPosition(stored, below, pathOf(node, key)).flatMap(({ value, path: valuePath, container }) => {
        const parent = (below.length > 0 ? container : node) as unknown as Record<string, unknown>;
        if (to === 'conditions')
          return namesInConditions(value as Record<string, unknown>, valuePath, { listedForm: parent[of], pageForm });
        return placeholdersIn(value, valuePath).map((found) => ({
          kind: 'placeholder' as const,
          ...found,
          formKey: pageForm,
          mayBeWord: false,
        }));
      });
    });
    return [...placeholders, ...initialTexts];
  });
}

/** Names of the person and the address that every page knows (`placeholderValues`). */
const PAGE_NAME = /^(user\.(id|name|dept)|unit|query\..+)$/;
/** Names of the record of the page besides its fields. */
const RECORD_NAMES: ReadonlySet<string> = new Set(['id', 'title']);

/**
 * Whether the page knows the name. `fields`: the keys of the form whose record the page shows, if they are known. A
 * name without a dot is known if the form is not.
 */
export function isKnownPlaceholder(
  { name, formKey }: ScreenPlaceholder,
  fields: ReadonlySet<string> | null | undefined,
): boolean {
  if (PAGE_NAME.test(name)) return true;
  if (formKey === null) return false;
  if (RECORD_NAMES.has(name)) return true;
  if (!fields) return !name.includes('.');
  return fields.has(name) || (name.endsWith('Label') && fields.has(name.slice(0, -'Label'.length)));
}

const SOME_WORDS = ['empty', 'notEmpty', 'today', 'thisWeek', 'thisMonth', 'thisQuarter', 'thisYear', 'last:30d'];

/** Whether the value at a path of a list takes the name of a period, but without braces. */
const takesPeriodName = (path: Path): boolean =>
  path.at(-1) === 'defaultValue' || (path.at(-1) === 'value' && path.includes('conditions'));

/** The names that can be used instead, for a message. */
export function allowedPlaceholders({ name, path, formKey, mayBeWord }: ScreenPlaceholder): string {
  if (!mayBeWord && isPeriodName(name) && takesPeriodName(path))
    return `时间段 ${name}（直接写，不加 \${}${path.at(-1) === 'value' ? '，比较方式为 within' : ''}）`;
  const names = ['curentUser', 'curentDept', 'curentUnit', 'query.地址参数'];
  if (formKey !== null) names.push('id', 'title', '本记录的字段键');
  return [...names, ...(mayBeWord ? SOME_WORDS : [])].map((name) => `\${${name}}`).join('、');
}
