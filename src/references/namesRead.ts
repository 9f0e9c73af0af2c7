import { namePathsIn } from '../expressions/index.ts';
import { placeholderNames } from '../kernel/index.ts';
import type { UnresolvedReference } from './reference.ts';

/**
 * The form and sub-table in which names are resolved.
 */
export interface NameContext {
  /** The form whose record is current. Null: names do not refer to fields, as in a block of a page. */
  formKey: string | null;
  /** The sub-table whose row is current, with the keys of its columns. */
  table: string;
  columns: ReadonlySet<string>;
  /** Keys of the form's fields, if known: a field may have the same key as a name of the situation. */
  fields: ReadonlySet<string>;
}

const NO_KEYS: ReadonlySet<string> = new Set();
/** The context in which no name refers to a field. */
export const NO_NAME_CONTEXT: NameContext = { formKey: null, table: '', columns: NO_KEYS, fields: NO_KEYS };
/** Returns the context outside the sub-tables of a form. */
export const formNameContext = (formKey: string, fields: ReadonlySet<string> = NO_KEYS): NameContext => ({
  formKey,
  table: '',
  columns: NO_KEYS,
  fields,
});

/** Names that usually do not refer to a field in an expression. They do if the form has a field with the same key. */
const NON_FIELD_NAMES: ReadonlySet<string> = new Set([
  'user',
  'taskNode',
  'flowState',
  'query',
  'params',
  'value',
  'row',
  'it',
  'dialog',
]);
/** Matches placeholders that refer to the person or the address. */
const NON_FIELD_PLACEHOLDER = /^(user|query)\./;

/**
 * Returns the form and sub-table to which the first name of a path belongs: the sub-table of the current row if the
 * name is one of its columns or the companion of a column, else the form itself (`table` ''). Returns null if names do
 * not refer to fields.
 */
export function resolveFirstName(
  nameContext: NameContext,
  names: readonly string[],
): { owner: string; table: string } | null {
  if (nameContext.formKey === null) return null;
  const isOfRow =
    nameContext.columns.has((names[0] ?? '').replace(/Label$/, '')) || nameContext.columns.has(names[0] ?? '');
  return { owner: nameContext.formKey, table: isOfRow ? nameContext.table : '' };
}

/**
 * The records to which the prefixes of paths refer: `it` for a record of another form, `row` for a row of a table or a
 * record of a list. Null: the prefix does not refer to fields.
 */
export type PrefixTargets = Readonly<Record<string, { owner: string; table: string } | null>>;

/** Returns the fields that an expression reads. */
export function namesReadByExpression(
  text: string,
  nameContext: NameContext,
  location: Pick<UnresolvedReference, 'path' | 'positionText'>,
  prefixTargets: PrefixTargets = {},
): UnresolvedReference[] {
  return namePathsIn(text).flatMap((chain): UnresolvedReference[] => {
    const [first = '', ...rest] = chain;
    const prefixTarget = Object.hasOwn(prefixTargets, first) ? prefixTargets[first] : undefined;
    if (prefixTarget === null || (prefixTarget && rest.length === 0)) return [];
    const names = prefixTarget || first === 'form' ? rest : chain;
    const isKnown = nameContext.columns.has(first) || nameContext.fields.has(first);
    if (names.length === 0 || (names === chain && NON_FIELD_NAMES.has(first) && !isKnown)) return [];
    const start =
      prefixTarget ??
      (first === 'form' && nameContext.formKey !== null
        ? { owner: nameContext.formKey, table: '' }
        : resolveFirstName(nameContext, names));
    return start ? [{ kind: 'field', names, ...start, use: 'read', ...location }] : [];
  });
}

/** Returns the fields that the placeholders of a text (`${contract.no}`) read. */
export function namesReadByPlaceholders(
  value: unknown,
  nameContext: NameContext,
  location: Pick<UnresolvedReference, 'path' | 'positionText'>,
): UnresolvedReference[] {
  return [...new Set(placeholderNames(value))].flatMap((name): UnresolvedReference[] => {
    const names = name.split('.');
    const start = NON_FIELD_PLACEHOLDER.test(name) ? null : resolveFirstName(nameContext, names);
    return start ? [{ kind: 'field', names, ...start, use: 'read', ...location }] : [];
  });
}
