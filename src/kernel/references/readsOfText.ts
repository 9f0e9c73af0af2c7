import { chainsIn } from '../expressions/chains.ts';
import { placeholderNames } from '../placeholders.ts';
import type { Mention } from './mention.ts';

/** The form whose record stands around: its own names are fields of it. Null: names are no fields (a block of a page). */
export interface Around {
  owner: string | null;
  /** The sub-table whose row stands around, with the keys of its columns. */
  table: string;
  columns: ReadonlySet<string>;
  /** Keys of the form's fields where they are known: a field may be called as something of the situation is. */
  fields: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
export const AROUND_NOTHING: Around = { owner: null, table: '', columns: NONE, fields: NONE };
export const aroundForm = (owner: string, fields: ReadonlySet<string> = NONE): Around => ({
  owner,
  table: '',
  columns: NONE,
  fields,
});

/** Names of expressions that are no fields unless a form has a field of that name. */
const NO_FIELDS: ReadonlySet<string> = new Set([
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
/** Parts of a text in `${}` that speak of the person or the address. */
const NO_PLACES = /^(user|query)\./;

/** Where a name begins: in the row around where it has such a column, else in the form around. */
export function startIn(around: Around, names: readonly string[]): { owner: string; table: string } | null {
  if (around.owner === null) return null;
  const isOfRow = around.columns.has((names[0] ?? '').replace(/Label$/, '')) || around.columns.has(names[0] ?? '');
  return { owner: around.owner, table: isOfRow ? around.table : '' };
}

/** Further names an expression may begin with: `it` a record of another form, `row` a row of a table or a record of a list. */
export type Roots = Readonly<Record<string, { owner: string; table: string } | null>>;

/** What an expression reads, as mentions of fields. */
export function readsOfText(
  text: string,
  around: Around,
  at: Pick<Mention, 'path' | 'place'>,
  roots: Roots = {},
): Mention[] {
  return chainsIn(text).flatMap((chain): Mention[] => {
    const [first = '', ...rest] = chain;
    const root = Object.hasOwn(roots, first) ? roots[first] : undefined;
    if (root === null || (root && rest.length === 0)) return [];
    const names = root || first === 'form' ? rest : chain;
    const isKnown = around.columns.has(first) || around.fields.has(first);
    if (names.length === 0 || (names === chain && NO_FIELDS.has(first) && !isKnown)) return [];
    const start =
      root ?? (first === 'form' && around.owner !== null ? { owner: around.owner, table: '' } : startIn(around, names));
    return start ? [{ kind: 'field', names, ...start, use: 'read', ...at }] : [];
  });
}

/** What the places of a text (`${contract.no}`) read. */
export function placesOfText(value: unknown, around: Around, at: Pick<Mention, 'path' | 'place'>): Mention[] {
  return [...new Set(placeholderNames(value))].flatMap((name): Mention[] => {
    const names = name.split('.');
    const start = NO_PLACES.test(name) ? null : startIn(around, names);
    return start ? [{ kind: 'field', names, ...start, use: 'read', ...at }] : [];
  });
}
