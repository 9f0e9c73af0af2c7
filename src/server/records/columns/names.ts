import { createHash } from 'node:crypto';
import { createCache } from '../../store/cache.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** The readable part of a name: lower case, without anything that SQL would have to quote; may be empty. */
const slug = (key: string, length: number): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, length);

/** Names are asked for several times with most requests, and always the same ones. */
const names = createCache<string>(4_000);

function named(prefix: string, keys: readonly string[]): string {
  const id = `${prefix} ${keys.join('\u0000')}`;
  const known = names.get(id);
  if (known !== undefined) return known;
  const name = `${prefix}${keys.map((key) => slug(key, 40 / keys.length)).join('_')}_${hash(keys.join('\u0000'))}`;
  names.set(id, name);
  return name;
}

/** The narrow table of a form: system columns and a typed column for each field. */
export const recordTableName = (formKey: string): string => named('frm_r_', [formKey]);

/** The table beside it that holds the documents. */
export const documentTableName = (formKey: string): string => named('frm_d_', [formKey]);

/** The table of the rows of a sub-table. */
export const rowTableName = (formKey: string, tableKey: string): string => named('frm_t_', [formKey, tableKey]);

/** A further table of the same records or rows, for the columns that did not fit the first: `part` from 2 on. */
export const partName = (table: string, part: number): string => `${table.slice(0, 58)}_p${part}`;

/** The column of a field: the number is its own within the table, the rest is for people who read statements. */
export const columnName = (number: number, key: string): string => `f${number}_${slug(key, 24)}`.replace(/_$/, '');
