import {
  hasStoredType,
  type CompiledColumn,
  type CompiledTable,
  placeholderNames,
  type PlaceholderValues,
  readAnswer,
  readItem,
  type RowSource,
} from '../kernel/index.ts';
import type { Result } from '../domain/problem/index.ts';
import { companionKey } from '../domain/companionKey.ts';
import { buildRequest, type RequestCall } from './requests.ts';

type Values = Record<string, unknown>;

/** SL-004: builds the request for default rows. */
export const defaultCall = (source: RowSource, values: PlaceholderValues): Result<RequestCall> =>
  buildRequest(source, values);

/** The typed text and the requested page of the row picker (`outsideResourceApi`). */
export interface OutsideQuery {
  keyword: string;
  pageNum: number;
  pageSize: number;
}

/**
 * CL-085, PH-001: builds the request for one page of the rows that a person can pick for a sub-table. A POST sends
 * `{ data: parameters, page: { pageNum, pageSize } }`; a GET sends the parameters, `pageNum` and `pageSize` in its
 * query. The keyword replaces the placeholder `${keyword}`; without that placeholder it is added to the parameters as
 * `keyword`.
 */
export function outsideCall(
  source: RowSource,
  values: PlaceholderValues,
  { keyword, pageNum, pageSize }: OutsideQuery,
): Result<RequestCall> {
  const hasKeywordPlaceholder = placeholderNames([source.url, source.params]).includes('keyword');
  const params = { ...source.params, ...(hasKeywordPlaceholder || keyword === '' ? {} : { keyword }) };
  const call = buildRequest(
    { ...source, params },
    hasKeywordPlaceholder ? { ...values, values: { ...values.values, keyword } } : values,
  );
  if (!call.ok) return call;
  const page = { pageNum, pageSize };
  return {
    ...call,
    value: {
      ...call.value,
      params: call.value.method === 'POST' ? { data: call.value.params, page } : { ...call.value.params, ...page },
    },
  };
}

/**
 * Returns the items of an answer: the list, or the single item, at a position. Without a position: the answer itself if
 * it is a list, otherwise its `data` (as in a page), otherwise the answer as the only item.
 */
export function itemsOf(answer: unknown, position: string | undefined): Values[] {
  const data = readAnswer(answer, position) ?? null;
  const listOrItem = Array.isArray(data) || position ? data : (readAnswer(answer, 'data') ?? data);
  const list = Array.isArray(listOrItem) ? listOrItem : listOrItem === null ? [] : [listOrItem];
  return list.filter((item): item is Values => typeof item === 'object' && item !== null && !Array.isArray(item));
}

/** CL-085: returns the total number of items; null if the answer does not contain it. */
export function totalOf(answer: unknown): number | null {
  const total = Number(readAnswer(answer, 'page.total') ?? Number.NaN);
  return Number.isFinite(total) && total >= 0 ? total : null;
}

/** Returns the columns that a source fills; a computed column is never filled. */
export function filledBySource({ columns }: CompiledTable, { names }: RowSource): CompiledColumn[] {
  const isNamed = Object.keys(names).length > 0;
  return columns.filter((column) => column.compute === null && (!isNamed || Object.hasOwn(names, column.key)));
}

/**
 * Converts a value of another system, such as '5' for 5 or true for a switch, to the stored type of a column. Undefined
 * if the column cannot hold the value.
 */
export function toStoredValue({ node, valueType, definition }: CompiledColumn, value: unknown): unknown {
  if (value === undefined || hasStoredType(node, value)) return value;
  const converted = definition.fromForeign?.(value);
  if (converted !== undefined) return converted;
  const plainValue = Array.isArray(value) && valueType === 'string' ? value.join(',') : value;
  if (
    valueType === 'double' &&
    typeof plainValue === 'string' &&
    plainValue.trim() !== '' &&
    Number.isFinite(Number(plainValue))
  )
    return Number(plainValue);
  if (typeof plainValue !== 'object' && hasStoredType(node, String(plainValue))) return String(plainValue);
  return undefined;
}

/**
 * RD-003, LB-001…003: converts one item to the values of a row: the filled columns, each with its display text if the
 * item has one.
 */
export function rowOfItem(table: CompiledTable, source: RowSource, item: Values): Values {
  const row: Values = {};
  for (const column of filledBySource(table, source)) {
    const name = source.names[column.key] ?? column.key;
    const value = toStoredValue(column, readItem(item, name));
    if (value === undefined) continue;
    row[column.key] = value;
    if (!column.hasCompanion) continue;
    const labelKey = companionKey(column.key);
    const text = readItem(item, source.names[labelKey] ?? companionKey(name));
    if (typeof text === 'string' && text !== '') row[labelKey] = text;
  }
  return row;
}
