import { type CompiledTable, placeholderValuesOf, defaultRowSource, recordListSource } from '../../../kernel/index.ts';
import {
  type RequestCall,
  defaultCall,
  filledBySource,
  itemsOf,
  hasNoPageNumber,
  pageOfWholeList,
  rowOfItem,
  totalOf,
} from '../../../requests/index.ts';
import { rowLimit } from '../../../rules/tables.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { Actions } from '../actions.ts';
import { createFiller } from './filler.ts';

type Values = Record<string, unknown>;

/**
 * Requests a list of records page by page, until the list ends or more than `limit` items are loaded, which shows that
 * there are too many.
 */
async function requestWholeList(
  services: FormSession['services'],
  call: RequestCall,
  position: string | undefined,
  limit: number,
): Promise<Values[]> {
  const items: Values[] = [];
  for (let pageNum = 1; items.length <= limit; pageNum += 1) {
    const answer = await services.request(pageOfWholeList(call, pageNum));
    const pageItems = itemsOf(answer, position);
    items.push(...pageItems);
    if (pageItems.length === 0 || items.length >= (totalOf(answer) ?? 0)) break;
  }
  return items;
}

/**
 * Loads the default rows (SC-015…019, RD-001…003). Placeholders in the request are replaced by form values,
 * `curentUser` by the current user.
 */
export async function requestRows(
  table: CompiledTable,
  { services, values, situation }: FormSession,
  actions: Actions,
  isReadOnly: boolean,
): Promise<Values[]> {
  const source = defaultRowSource(table.node);
  if (source === null) return [];
  const call = defaultCall(source, placeholderValuesOf(situation, values));
  if (!call.ok) throw new Error(call.problems[0]?.message);
  const items = hasNoPageNumber(call.value)
    ? await requestWholeList(services, call.value, source.position, rowLimit(table.node))
    : itemsOf(await services.request(call.value), source.position);
  // columns that the person may not fill are accepted only if the server can read their values from the source itself
  const isVerified = recordListSource(source) !== null || table.rowFill !== null;
  const lookedUpKeys = isVerified ? filledBySource(table, source).map(({ key }) => key) : [];
  const filler = createFiller({ table, actions }, new Set(lookedUpKeys));
  const rows = items.map((item) => filler.acceptedValues(rowOfItem(table, source, item)));
  // rows without accepted values are not added to a read-only table
  return isReadOnly ? rows.filter((row) => Object.keys(row).length > 0) : rows;
}

/** Returns false if the field on which the request depends is empty: the request would return everybody's rows. */
export function hasDependencyValue(
  { values }: FormSession,
  { node: { defaultTbDataDependKey: key } }: CompiledTable,
): boolean {
  const value = key ? (values[key] ?? '') : null;
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}
