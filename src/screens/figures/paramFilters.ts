import type { FieldNode } from '../../grammar/nodes.ts';
import { isFieldNode, type Vocabulary } from '../../kernel/index.ts';
import type { ListFilter } from '../list/compile.ts';
import { filterOfField } from '../list/filters.ts';

/** Types of date fields whose value is a range. */
const RANGE_TYPES: ReadonlySet<string> = new Set(['daterange', 'monthrange']);

/** Converts the parameters of a dataset to filters. `names`: keys of the parameters to include; undefined: all. */
export const paramFilters = (
  params: readonly FieldNode[],
  names: readonly string[] | undefined,
  vocabulary: Vocabulary,
): ListFilter[] =>
  params
    .filter(isFieldNode)
    .filter(({ __vModel__: key }) => names?.includes(key) ?? true)
    .map((param) => {
      const isRange = RANGE_TYPES.has(String((param as { type?: string }).type ?? ''));
      const defaultFilter = filterOfField(param, vocabulary);
      const control = isRange ? ({ kind: 'date', picker: 'date' } as const) : defaultFilter.control;
      return {
        field: param.__vModel__,
        label: param.label || param.__vModel__,
        op: isRange ? 'range' : defaultFilter.op === 'in' ? 'eq' : defaultFilter.op,
        control,
      } as ListFilter;
    });
