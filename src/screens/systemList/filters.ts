import type { FieldNode, SystemListNode } from '../../grammar/nodes.ts';
import type { Vocabulary } from '../../kernel/index.ts';
import type { ListFilter } from '../list/compile.ts';
import { filterOfField } from '../list/filters.ts';
import { isEmptyFilterValue } from '../list/query.ts';

/** Converts the filter nodes of a system list to the filters of record lists. */
export const filtersOf = (nodes: SystemListNode['filters'], vocabulary: Vocabulary): ListFilter[] =>
  ((nodes ?? []) as unknown as FieldNode[]).map((node) => {
    const { control } = filterOfField(node, vocabulary);
    const isRange = vocabulary.definition(node.tag)?.comparedAs?.(node as never) === 'span';
    const singleControl: ListFilter['control'] =
      control.kind === 'text'
        ? { kind: 'text', placeholder: typeof node.placeholder === 'string' ? node.placeholder : '请输入' }
        : { kind: 'face', node: { ...node, flowEditable: '1' } as FieldNode };
    return {
      field: node.__vModel__,
      label: node.label ?? node.__vModel__,
      op: isRange ? 'range' : 'eq',
      control: isRange ? control : singleControl,
      defaultValue: node.defaultValue,
    };
  });

/**
 * Returns the parameters of the list call: each filter value under its key, bounds of a range as `<key>From` and
 * `<key>To`.
 */
export function filterParamsOf(
  filters: readonly ListFilter[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const { field, op } of filters) {
    const value = values[field];
    if (isEmptyFilterValue(value)) continue;
    if (op === 'range' && Array.isArray(value)) {
      if (!isEmptyFilterValue(value[0])) params[`${field}From`] = value[0];
      if (!isEmptyFilterValue(value[1])) params[`${field}To`] = value[1];
    } else params[field] = typeof value === 'string' ? value.trim() : value;
  }
  return params;
}

/** Encodes filter values as address parameters. */
export const encodeFilters = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isEmptyFilterValue(value))
      .map(([key, value]) => [`f.${key}`, JSON.stringify(value)]),
  );

/** Decodes filter values from address parameters; a value that is not JSON is read as text. */
export function decodeFilters(
  query: Readonly<Record<string, string>>,
  filters: readonly ListFilter[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { field } of filters) {
    const text = query[`f.${field}`];
    if (text === undefined) continue;
    try {
      values[field] = JSON.parse(text) as unknown;
    } catch {
      values[field] = text;
    }
  }
  return values;
}
