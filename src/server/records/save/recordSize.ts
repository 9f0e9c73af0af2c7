import type { CompiledForm } from '../../../kernel/index.ts';
import { type Path, type Problem, problem } from '../../../domain/problem/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { sizeText } from '../../http/sizeText.ts';
import type { RecordValues } from '../tables.ts';
import { MAX_TABLE_ROWS } from '../../../rules/tables.ts';

/** Maximum length of one value of a field or cell, in characters: about fifty printed pages. */
export const MAX_TEXT_LENGTH = 100_000;
/**
 * Maximum size of all fields of a record outside its sub-tables, in characters. A page of a list may contain the
 * fields of 500 records.
 */
const MAX_FIELDS_LENGTH = 300_000;
/**
 * Maximum size of the body of one save, in bytes, and of a whole record, in characters: about ten thousand rows of
 * twenty text columns.
 */
export const MAX_RECORD_BYTES = 24 * 1024 * 1024;
/**
 * Maximum number of sent fields and sub-tables that neither the form nor the stored record has. A page that shows
 * another version of the form may send a few.
 */
const MAX_UNKNOWN_NAMES = 500;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the approximate length of a value as JSON, in characters. Stops counting once it exceeds `maxLength`. */
export function estimateJsonLength(value: unknown, maxLength: number): number {
  let length = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0 && length <= maxLength) {
    const current = pending.pop();
    length += typeof current === 'string' ? current.length : 4;
    if (Array.isArray(current)) for (const child of current) pending.push(child);
    else if (typeof current === 'object' && current !== null)
      for (const [key, child] of Object.entries(current)) {
        length += key.length;
        pending.push(child);
      }
  }
  return length;
}

/**
 * Refuses with REQUEST_INVALID more than MAX_UNKNOWN_NAMES unknown fields and sub-tables. Must be called before checks
 * whose duration grows with the number of names. `refuseTooManyRows` is the only size check that is called earlier.
 */
export function refuseUnknownNames(
  form: CompiledForm,
  stored: RecordValues | null,
  { fieldsMap, childTables }: RecordValues,
): void {
  let unknownCount = 0;
  const countUnknown = (names: Fields, isKnown: (name: string) => boolean): void => {
    for (const name in names)
      if (!isKnown(name) && (unknownCount += 1) > MAX_UNKNOWN_NAMES)
        throw new Refusal('REQUEST_INVALID', { detail: '内容中有太多表单没有的字段' });
  };
  countUnknown(
    fieldsMap,
    (name) =>
      form.fields.has(name) ||
      form.fields.has(name.replace(/Label$/, '')) ||
      Object.hasOwn(stored?.fieldsMap ?? {}, name),
  );
  countUnknown(childTables, (name) => form.tables.has(name) || Object.hasOwn(stored?.childTables ?? {}, name));
}

/**
 * Returns the object's own property of this name, or undefined. The sender chooses the name, and the name
 * `constructor` must not return an inherited property.
 */
const ownProperty = <T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/** Returns the problem of a value that is longer than MAX_TEXT_LENGTH. */
const tooLongProblem = (label: string, path: Path): Problem =>
  problem('VALUE_RANGE', path, { label, detail: `内容过长，最多 ${MAX_TEXT_LENGTH} 个字` });

/** Returns a problem for each sent value that is longer than MAX_TEXT_LENGTH, except unchanged stored values. */
function findLongValues(
  form: CompiledForm,
  stored: RecordValues | null,
  { fieldsMap, childTables }: RecordValues,
): Problem[] {
  const isLong = (value: unknown, before: unknown): boolean =>
    value !== before &&
    estimateJsonLength(value, MAX_TEXT_LENGTH) > MAX_TEXT_LENGTH &&
    JSON.stringify(value) !== JSON.stringify(before);
  const problems = Object.keys(fieldsMap)
    .filter((key) => isLong(fieldsMap[key], ownProperty(stored?.fieldsMap, key)))
    .map((key) => tooLongProblem(form.fields.get(key)?.node.label || key, ['fieldsMap', key]));
  for (const [table, rows] of Object.entries(childTables)) {
    const columns = form.tables.get(table)?.columns ?? [];
    const storedRows = new Map(
      (ownProperty(stored?.childTables, table) ?? []).map((row) => [row.id, row.fieldsMap as Fields]),
    );
    rows.forEach((row, index) => {
      for (const key in row.fieldsMap)
        if (isLong(row.fieldsMap[key], ownProperty(storedRows.get(row.id), key)))
          problems.push(
            tooLongProblem(columns.find((column) => column.key === key)?.node.label || key, [
              'childTables',
              table,
              index,
              'fieldsMap',
              key,
            ]),
          );
    });
  }
  return problems;
}

/**
 * Checks the size of the record that the save would produce. Returns a problem for each value that is too long. If
 * there is none, but all fields together are too long, returns one problem for the fields. Refuses with
 * REQUEST_TOO_LARGE a record that exceeds MAX_RECORD_BYTES. A stored record that exceeds a limit may be saved if it
 * does not grow.
 */
export function findSizeProblems(form: CompiledForm, stored: RecordValues | null, sent: RecordValues): Problem[] {
  const before = { fieldsMap: stored?.fieldsMap ?? {}, childTables: stored?.childTables ?? {} };
  const after = {
    fieldsMap: { ...before.fieldsMap, ...sent.fieldsMap },
    childTables: { ...before.childTables, ...sent.childTables },
  };
  const growsBeyond = (select: (values: typeof before) => unknown, maxLength: number): boolean => {
    const length = estimateJsonLength(select(after), maxLength);
    return length > maxLength && length > estimateJsonLength(select(before), length);
  };
  if (growsBeyond((values) => values, MAX_RECORD_BYTES))
    throw new Refusal('REQUEST_TOO_LARGE', { limit: sizeText(MAX_RECORD_BYTES) });
  const problems = findLongValues(form, stored, sent);
  if (problems.length === 0 && growsBeyond(({ fieldsMap }) => fieldsMap, MAX_FIELDS_LENGTH))
    return [
      problem('VALUE_RANGE', ['fieldsMap'], {
        label: form.definition.formName,
        detail: `子表之外的内容过长，共最多 ${MAX_FIELDS_LENGTH} 个字`,
      }),
    ];
  return problems;
}

/**
 * Refuses with ROW_LIMIT if the sub-tables have more than MAX_TABLE_ROWS rows in total. Must be called before any
 * other check of the values.
 */
export function refuseTooManyRows(form: CompiledForm, { childTables }: RecordValues): void {
  let rowCount = 0;
  for (const [key, rows] of Object.entries(childTables)) {
    rowCount += rows.length;
    if (rowCount > MAX_TABLE_ROWS)
      throw new Refusal('ROW_LIMIT', {
        label: form.tables.get(key)?.node.label || key,
        count: rowCount,
        limit: MAX_TABLE_ROWS,
      });
  }
}
