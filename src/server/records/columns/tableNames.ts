import { createHash } from 'node:crypto';
import { createCache } from '../../store/cache.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

/**
 * Returns the readable part of a name: lower case, without characters that SQL would have to quote. It may be empty.
 */
const slug = (key: string, length: number): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, length);

/** A cache, because most requests need the same few names several times. */
const cachedNames = createCache<string>(4_000);

/** Returns a table name of a prefix, the readable parts of the keys, and a hash of the keys. */
function tableName(prefix: string, keys: readonly string[]): string {
  const cacheKey = `${prefix} ${keys.join('\u0000')}`;
  const cached = cachedNames.get(cacheKey);
  if (cached !== undefined) return cached;
  const name = `${prefix}${keys.map((key) => slug(key, 40 / keys.length)).join('_')}_${hash(keys.join('\u0000'))}`;
  cachedNames.set(cacheKey, name);
  return name;
}

/** Returns the name of the first table of a form's records, with system columns and typed columns of fields. */
export const recordTableName = (formKey: string): string => tableName('frm_r_', [formKey]);

/** Returns the name of the table of a form with the values of each record as JSON: all values except kept values. */
export const valuesTableName = (formKey: string): string => tableName('frm_d_', [formKey]);

/** Returns the name of the table with the rows of a sub-table. */
export const rowTableName = (formKey: string, tableKey: string): string => tableName('frm_t_', [formKey, tableKey]);

/**
 * Returns the name of a further table of the same records or rows, for columns beyond the limit of `table`, the first
 * table. `part`: the number of the further table, from 2 on.
 */
export const partTableName = (table: string, part: number): string => `${table.slice(0, 58)}_p${part}`;

/** Returns the name of a field's column. The number is unique within the table; the key makes statements readable. */
export const columnName = (number: number, key: string): string => `f${number}_${slug(key, 24)}`.replace(/_$/, '');
