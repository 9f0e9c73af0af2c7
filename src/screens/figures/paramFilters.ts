import type { FieldNode } from '../../grammar/nodes.ts';
import { isFieldNode, type Vocabulary } from '../../kernel/index.ts';
import type { ListFilter } from '../list/compile.ts';
import { filterOfField } from '../list/filters.ts';

/** A range of dates is asked for as one parameter, not compared. */
const RANGES: ReadonlySet<string> = new Set(['daterange', 'monthrange']);

/** The parameters of a dataset as the controls of a filter bar. `names`: only these; none: all. */
export const paramFilters = (
  params: readonly FieldNode[],
  names: readonly string[] | undefined,
  vocabulary: Vocabulary,
): ListFilter[] =>
  params
    .filter(isFieldNode)
    .filter(({ __vModel__: key }) => names?.includes(key) ?? true)
    .map((param) => {
      const isRange = RANGES.has(String((param as { type?: string }).type ?? ''));
      const shape = filterOfField(param, vocabulary);
      const control = isRange ? ({ kind: 'date', picker: 'date' } as const) : shape.control;
      return {
        field: param.__vModel__,
        label: param.label || param.__vModel__,
        op: isRange ? 'range' : shape.op === 'in' ? 'eq' : shape.op,
        control,
      } as ListFilter;
    });
