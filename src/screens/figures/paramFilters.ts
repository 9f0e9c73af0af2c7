import type { FieldNode } from '../../grammar/nodes.ts';
import { isFieldNode, type Vocabulary } from '../../kernel/index.ts';
import type { ListFilter } from '../list/compile.ts';
import { filterOfField, type FilterShape } from '../list/filters.ts';

/** Types of date fields whose value is a range. */
const RANGE_TYPES: ReadonlySet<string> = new Set(['daterange', 'monthrange']);

/** Returns a filter for a range of days, months or years, as the field's picker offers, without times. */
const rangeFilter = ({ control }: FilterShape): FilterShape => ({
  op: 'range',
  control: { kind: 'date', picker: control.kind === 'date' ? control.picker : 'date', hasTime: false },
});

/**
 * Returns a filter for a single value, where the default filter of the field (`op`, `control`) asks for several values
 * or for a range. Instead of a range, a single value is entered in the field's own input.
 */
function singleFilter(param: FieldNode, { op, control }: FilterShape): FilterShape {
  if (op === 'in') return { op: 'eq', control };
  if (op === 'range')
    return { op: 'eq', control: { kind: 'face', node: { ...param, flowEditable: '1' } as FieldNode } };
  return { op, control };
}

/**
 * Returns the filters for the parameters of a dataset. `includedKeys`: keys of the parameters that become filters;
 * undefined: all.
 */
export const paramFilters = (
  params: readonly FieldNode[],
  includedKeys: readonly string[] | undefined,
  vocabulary: Vocabulary,
): ListFilter[] =>
  params
    .filter(isFieldNode)
    .filter(({ __vModel__: key }) => includedKeys?.includes(key) ?? true)
    .map((param) => {
      const isRange = RANGE_TYPES.has(String((param as { type?: string }).type ?? ''));
      const defaultFilter = filterOfField(param, vocabulary);
      const { op, control } = isRange ? rangeFilter(defaultFilter) : singleFilter(param, defaultFilter);
      return {
        field: param.__vModel__,
        label: param.label || param.__vModel__,
        op,
        control,
      } as ListFilter;
    });
