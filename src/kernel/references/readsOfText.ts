import { chainsIn } from '../expressions/chains.ts';
import { placeholderNames } from '../placeholders.ts';
import type { Mention } from './mention.ts';

/**
 * The context in which names are resolved: the form whose record is current. `owner` null: names do not refer to
 * fields, as in a block of a page.
 */
export interface NameContext {
  owner: string | null;
  /** The sub-table whose row is current, with the keys of its columns. */
  table: string;
  columns: ReadonlySet<string>;
  /** Keys of the form's fields, if known: a field may have the same key as a name of the situation. */
  fields: ReadonlySet<string>;
}

const NO_KEYS: ReadonlySet<string> = new Set();
export const NO_NAME_CONTEXT: NameContext = { owner: null, table: '', columns: NO_KEYS, fields: NO_KEYS };
export const formNameContext = (owner: string, fields: ReadonlySet<string> = NO_KEYS): NameContext => ({
  owner,
  table: '',
  columns: NO_KEYS,
  fields,
});

/** Names in expressions that refer to a field only if the form has a field with that key. */
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
/** Placeholders that refer to the person or the address. */
const NON_FIELD_PLACEHOLDER = /^(user|query)\./;

/** The start of a path: the current row if it has such a column, else the current form. */
export function startIn(nameContext: NameContext, names: readonly string[]): { owner: string; table: string } | null {
  if (nameContext.owner === null) return null;
  const isOfRow =
    nameContext.columns.has((names[0] ?? '').replace(/Label$/, '')) || nameContext.columns.has(names[0] ?? '');
  return { owner: nameContext.owner, table: isOfRow ? nameContext.table : '' };
}

/**
 * Other names with which a path may begin: `it` for a record of another form, `row` for a row of a table or a record of
 * a list. Null: the name does not refer to fields.
 */
export type Roots = Readonly<Record<string, { owner: string; table: string } | null>>;

/** The fields that an expression reads, as mentions. */
export function readsOfText(
  text: string,
  nameContext: NameContext,
  location: Pick<Mention, 'path' | 'place'>,
  roots: Roots = {},
): Mention[] {
  return chainsIn(text).flatMap((chain): Mention[] => {
    const [first = '', ...rest] = chain;
    const root = Object.hasOwn(roots, first) ? roots[first] : undefined;
    if (root === null || (root && rest.length === 0)) return [];
    const names = root || first === 'form' ? rest : chain;
    const isKnown = nameContext.columns.has(first) || nameContext.fields.has(first);
    if (names.length === 0 || (names === chain && NON_FIELD_NAMES.has(first) && !isKnown)) return [];
    const start =
      root ??
      (first === 'form' && nameContext.owner !== null
        ? { owner: nameContext.owner, table: '' }
        : startIn(nameContext, names));
    return start ? [{ kind: 'field', names, ...start, use: 'read', ...location }] : [];
  });
}

/** The fields that the placeholders of a text (`${contract.no}`) read, as mentions. */
export function readsOfPlaceholders(
  value: unknown,
  nameContext: NameContext,
  location: Pick<Mention, 'path' | 'place'>,
): Mention[] {
  return [...new Set(placeholderNames(value))].flatMap((name): Mention[] => {
    const names = name.split('.');
    const start = NON_FIELD_PLACEHOLDER.test(name) ? null : startIn(nameContext, names);
    return start ? [{ kind: 'field', names, ...start, use: 'read', ...location }] : [];
  });
}
