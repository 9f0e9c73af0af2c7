import type { CompiledForm } from '../../../kernel/index.ts';
import { type Path, type Problem, problem } from '../../../domain/problem/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { sizeText } from '../../http/size.ts';
import type { RecordValues } from '../tables.ts';

/** Longest text of one field or cell: some fifty printed pages. */
export const MAX_TEXT = 100_000;
/** All fields of a record outside of its tables: a page of a list holds those of 500 records. */
const MAX_FIELDS = 300_000;
/** A whole record, in bytes, and one save: ten thousand rows of twenty columns of text. What several saves put together is no larger either. */
export const MAX_RECORD = 24 * 1024 * 1024;
/** Names that the form has not and that are not stored: those of an older page, and no more. */
const MAX_STRANGERS = 500;

type Fields = Readonly<Record<string, unknown>>;

/** About how long a value is as JSON; going on past `most` would tell nothing more. */
export function weigh(value: unknown, most: number): number {
  let weight = 0;
  const left: unknown[] = [value];
  while (left.length > 0 && weight <= most) {
    const one = left.pop();
    weight += typeof one === 'string' ? one.length : 4;
    if (Array.isArray(one)) for (const part of one) left.push(part);
    else if (typeof one === 'object' && one !== null)
      for (const [key, part] of Object.entries(one)) {
        weight += key.length;
        left.push(part);
      }
  }
  return weight;
}

/** Before anything is judged: names by the hundred thousand that no form has are refused, for each would be judged. */
export function refuseStrangers(
  form: CompiledForm,
  stored: RecordValues | null,
  { fieldsMap, childTables }: RecordValues,
): void {
  let strangers = 0;
  const count = (names: Fields, isKnown: (name: string) => boolean): void => {
    for (const name in names)
      if (!isKnown(name) && (strangers += 1) > MAX_STRANGERS)
        throw new Refusal('REQUEST_INVALID', { detail: '内容中有太多表单没有的字段' });
  };
  count(
    fieldsMap,
    (name) =>
      form.fields.has(name) ||
      form.fields.has(name.replace(/Label$/, '')) ||
      Object.hasOwn(stored?.fieldsMap ?? {}, name),
  );
  count(childTables, (name) => form.tables.has(name) || Object.hasOwn(stored?.childTables ?? {}, name));
}

/** A name is the sender's: `constructor` is no field of an empty object. */
const own = <T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

const tooLong = (label: string, path: Path): Problem =>
  problem('VALUE_RANGE', path, { label, detail: `内容过长，最多 ${MAX_TEXT} 个字` });

/** Values that are longer than a field may hold; what was stored so may stay. */
function longValues(
  form: CompiledForm,
  stored: RecordValues | null,
  { fieldsMap, childTables }: RecordValues,
): Problem[] {
  const isLong = (value: unknown, before: unknown): boolean =>
    value !== before && weigh(value, MAX_TEXT) > MAX_TEXT && JSON.stringify(value) !== JSON.stringify(before);
  const problems = Object.keys(fieldsMap)
    .filter((key) => isLong(fieldsMap[key], own(stored?.fieldsMap, key)))
    .map((key) => tooLong(form.fields.get(key)?.node.label || key, ['fieldsMap', key]));
  for (const [table, rows] of Object.entries(childTables)) {
    const columns = form.tables.get(table)?.columns ?? [];
    const known = new Map((own(stored?.childTables, table) ?? []).map((row) => [row.id, row.fieldsMap as Fields]));
    rows.forEach((row, index) => {
      for (const key in row.fieldsMap)
        if (isLong(row.fieldsMap[key], own(known.get(row.id), key)))
          problems.push(
            tooLong(columns.find((column) => column.key === key)?.node.label || key, [
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
 * What would make a record larger than lists, histories and the memory of a server bear, also put together over several
 * saves: too long values by their places. Refuses with REQUEST_TOO_LARGE a record that is too large as a whole.
 */
export function sizeProblems(form: CompiledForm, stored: RecordValues | null, sent: RecordValues): Problem[] {
  const before = { fieldsMap: stored?.fieldsMap ?? {}, childTables: stored?.childTables ?? {} };
  const after = {
    fieldsMap: { ...before.fieldsMap, ...sent.fieldsMap },
    childTables: { ...before.childTables, ...sent.childTables },
  };
  const grows = (part: (values: typeof before) => unknown, most: number): boolean => {
    const weight = weigh(part(after), most);
    return weight > most && weight > weigh(part(before), weight);
  };
  if (grows((values) => values, MAX_RECORD)) throw new Refusal('REQUEST_TOO_LARGE', { limit: sizeText(MAX_RECORD) });
  const problems = longValues(form, stored, sent);
  if (problems.length === 0 && grows(({ fieldsMap }) => fieldsMap, MAX_FIELDS))
    return [
      problem('VALUE_RANGE', ['fieldsMap'], {
        label: form.definition.formName,
        detail: `子表之外的内容过长，共最多 ${MAX_FIELDS} 个字`,
      }),
    ];
  return problems;
}
