import type { FieldNode, SystemListNode } from '../../grammar/nodes.ts';
import type { Vocabulary } from '../../kernel/index.ts';
import type { ListFilter } from '../list/compile.ts';
import { filterOfField } from '../list/filters.ts';
import { isBlank } from '../list/query.ts';

/** The query conditions of a system list, drawn by the controls that lists of records use. */
export const filtersOf = (nodes: SystemListNode['filters'], vocabulary: Vocabulary): ListFilter[] =>
  ((nodes ?? []) as unknown as FieldNode[]).map((node) => {
    const { control } = filterOfField(node, vocabulary);
    const isSpan = vocabulary.definition(node.tag)?.comparedAs?.(node as never) === 'span';
    return {
      field: node.__vModel__,
      label: node.label ?? node.__vModel__,
      op: isSpan ? 'range' : 'eq',
      control: isSpan
        ? control
        : control.kind === 'text'
          ? { kind: 'text', placeholder: typeof node.placeholder === 'string' ? node.placeholder : '请输入' }
          : { kind: 'face', node: { ...node, flowEditable: '1' } as FieldNode },
      defaultValue: node.defaultValue,
    };
  });

/** What a call is asked with: each condition under its key, both ends of a span as `<key>From` and `<key>To`. */
export function conditionsOf(
  filters: readonly ListFilter[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const asked: Record<string, unknown> = {};
  for (const { field, op } of filters) {
    const value = values[field];
    if (isBlank(value)) continue;
    if (op === 'range' && Array.isArray(value)) {
      if (!isBlank(value[0])) asked[`${field}From`] = value[0];
      if (!isBlank(value[1])) asked[`${field}To`] = value[1];
    } else asked[field] = typeof value === 'string' ? value.trim() : value;
  }
  return asked;
}

/** Values in the address and back; what cannot be read counts as not asked. */
export const encodeFilters = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isBlank(value))
      .map(([key, value]) => [`f.${key}`, JSON.stringify(value)]),
  );

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
