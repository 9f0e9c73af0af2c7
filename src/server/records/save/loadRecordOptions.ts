import { type CompiledField, fillPlaceholders, placeholderValuesOf, readItem } from '../../../kernel/index.ts';
import { recordOptions, type RecordOptions } from '../../../requests/index.ts';
import { isSameValue, recordToValues } from '../../../records/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import type { Strictness } from './acceptChanges.ts';
import { type KnownOption, singleValuesOf } from './optionLookup.ts';
import { listRecords } from '../list/listRecords.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import { visibleValues } from './verifyPickedRows.ts';
import { PAGE_SIZE, recordQueryOf } from './matchedRows.ts';
import { valueGroupsOf, type Save, type ValueGroup } from './valueGroups.ts';

/** Finds the option of a value among the records that the field's option call lists; undefined if there is none. */
export type RecordOptionLookup = (field: CompiledField, group: ValueGroup, value: string) => KnownOption | undefined;

/** One option call, its parameters with filled placeholders, and the values to find among the listed options. */
interface OptionQuery {
  options: RecordOptions;
  params: Record<string, unknown>;
  searchedValues: Set<string>;
}

/**
 * Maximum number of different option calls that the server repeats with their parameters for one save, because each is
 * a query. Further calls are repeated without parameters, so that long sub-tables can be saved. The values of these
 * further calls must be records of the form that this person may read, but need not match the parameters.
 */
const MAX_QUERIES = 50;
/** Maximum number of values that one list query searches. */
const VALUES_PER_CALL = 200;
/** Maximum number of pages that are read for one option call. */
const MAX_PAGES = 20;

/** Returns a text that identifies a value of a field in a row or record. */
const valueKey = (field: CompiledField, { table, rowId }: ValueGroup, value: string): string =>
  JSON.stringify([table?.key ?? '', rowId ?? '', field.key, value]);

/** Returns the key of a field from its name in the rows of a record list, which is `fieldsMap.key` or `key`. */
const fieldKeyOf = (name: string): string => name.replace(/^fieldsMap\./, '');

/**
 * Returns, by value, the labels of those searched values that the option call lists for this person. Returns none if
 * this person may not list the records.
 */
async function findLabels(
  { options, params, searchedValues }: OptionQuery,
  listOptions: (query: ReturnType<typeof recordQueryOf>, options: RecordOptions) => ReturnType<typeof listRecords>,
): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  // reads the options with the values of `chunk`; null: all options
  const readPages = async (chunk: readonly string[] | null): Promise<void> => {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const query = recordQueryOf(params, page);
      const { rows, total } = await listOptions(
        chunk
          ? {
              ...query,
              conditions: [
                ...(query.conditions ?? []),
                { field: fieldKeyOf(options.valueName), op: 'in', value: chunk },
              ],
            }
          : query,
        options,
      );
      for (const item of rows as unknown as Record<string, unknown>[]) {
        const value = String(readItem(item, options.valueName) ?? '');
        if (searchedValues.has(value) && !labels.has(value))
          labels.set(value, String(readItem(item, options.labelName) ?? value));
      }
      if (page * PAGE_SIZE >= total) return;
    }
  };
  const allValues = [...searchedValues];
  try {
    for (let from = 0; from < allValues.length; from += VALUES_PER_CALL)
      await readPages(allValues.slice(from, from + VALUES_PER_CALL));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // a person may see the value field without the right to query by it: read all options, page by page
    await readPages(null).catch((pagingError: unknown) => {
      if (!(pagingError instanceof Refusal)) throw pagingError;
    });
  }
  return labels;
}

/**
 * Loads the options that are records of a form (FK-027…032) for the values of a save. Repeats each field's option call
 * with the rights of the person who saves. Returns a function that finds the option of a value. With the strictness
 * 'draft', values that the save does not change are not looked up.
 */
export async function loadRecordOptions(
  context: ServerContext,
  trx: Trx,
  { user, situation, loaded: { form } }: OpenRecord,
  save: Save,
  strictness: Strictness,
): Promise<RecordOptionLookup> {
  const queries = new Map<string, OptionQuery>();
  const queryByValue = new Map<string, OptionQuery>();
  const groups = valueGroupsOf(form, save, (field) => recordOptions(field.node) !== null);
  const valuesVisibleToUser = groups.some(({ fields }) => fields.length > 0)
    ? visibleValues(form, recordToValues(save.values, form), situation)
    : {};
  for (const group of groups) {
    for (const field of group.fields) {
      const value = group.now[field.key];
      const options = recordOptions(field.node);
      if (
        !options ||
        field.isEmpty(value) ||
        (strictness === 'draft' && group.before !== undefined && isSameValue(value, group.before[field.key]))
      )
        continue;
      const configuredParams = (field.node as { resourseApiParams?: Record<string, unknown> }).resourseApiParams ?? {};
      const filledParams = fillPlaceholders(
        configuredParams,
        placeholderValuesOf(situation, group.table ? { ...valuesVisibleToUser, ...group.now } : valuesVisibleToUser),
      );
      const params = queries.size < MAX_QUERIES ? filledParams : {};
      const key = JSON.stringify([options, params]);
      const query = queries.get(key) ?? { options, params, searchedValues: new Set<string>() };
      queries.set(key, query);
      for (const singleValue of singleValuesOf(field, value).flat().map(String)) {
        query.searchedValues.add(singleValue);
        queryByValue.set(valueKey(field, group, singleValue), query);
      }
    }
  }
  const labelsByQuery = new Map<OptionQuery, Map<string, string>>();
  for (const query of queries.values()) {
    labelsByQuery.set(
      query,
      await findLabels(query, (listQuery, { formKey, isWholeUnit }) =>
        listRecords(context, trx, user, formKey, { ...listQuery, isWholeUnit }),
      ),
    );
  }
  return (field, group, value) => {
    const query = queryByValue.get(valueKey(field, group, value));
    const label = query && labelsByQuery.get(query)?.get(value);
    return label === undefined ? undefined : { label, isRetired: false };
  };
}
