import { useMemo } from 'react';
import type { FieldNode } from '../../../grammar/nodes.ts';
import { useOptions } from '../../../runtime/options/useOptions.ts';
import { FLOW_STATE_CHOICES } from '../../shared/flowState.ts';
import type { ListCondition } from '../../../runtime/services/paging.ts';
import type { ListColumn } from '../compile.ts';
import type { AdvancedCondition } from '../more/advancedConditions.ts';

/** A lane of a board view or a group of a grouped list: the records with the same value of a field, or a remainder. */
export interface Lane {
  /** Key, unique among the lanes of the field: `option:` and the value as text, or `rest:other` or `rest:empty`. */
  key: string;
  label: string;
  /** The value of its records; absent for a remainder. */
  value?: unknown;
  /** The conditions that select its records. */
  conditions: readonly ListCondition[];
  /**
   * True for the two remainders: the records without a value, and those with a value that is none of the options. An
   * empty remainder is hidden on the board.
   */
  isRemainder: boolean;
}

/** Maximum number of values that the server accepts in one condition. */
const MAX_VALUES = 200;

const createLane = (field: string, { value, label }: { value: unknown; label: unknown }): Lane => ({
  key: `option:${String(value)}`,
  label: String(label),
  value,
  conditions: [{ field, op: 'eq', value }],
  isRemainder: false,
});

/** Returns the lane of the records whose value is none of `values`, and the lane of the records without a value. */
function remainderLanes(field: string, values: readonly unknown[]): Lane[] {
  const notInConditions = Array.from(
    { length: Math.ceil(values.length / MAX_VALUES) },
    (_none, index): ListCondition => ({
      field,
      op: 'notIn',
      value: values.slice(index * MAX_VALUES, (index + 1) * MAX_VALUES),
    }),
  );
  return [
    {
      key: 'rest:other',
      label: '其他',
      conditions: [...notInConditions, { field, op: 'notEmpty' }],
      isRemainder: true,
    },
    { key: 'rest:empty', label: '未填写', conditions: [{ field, op: 'empty' }], isRemainder: true },
  ];
}

/** Returns the conditions of a lane for the advanced filter, which offers `in` for every field with options. */
export const advancedConditionsOf = ({ conditions }: Lane): AdvancedCondition[] =>
  conditions.map(({ field, op, value }) =>
    op === 'eq' ? { field, op: 'in', value: [value] } : { field, op, ...(value === undefined ? {} : { value }) },
  );

const NO_NODE: object = {};

/**
 * Returns the lanes of a column: one for each option of its field, and two remainders. For the column of the flow state
 * (`node` null): one for each flow state. `lanes` is undefined until the options are loaded.
 */
export function useLanes({ node, field }: Pick<ListColumn, 'node' | 'field'>): {
  lanes: readonly Lane[] | undefined;
  message: string | undefined;
  isFailed: boolean;
  retry(): void;
} {
  const { status, options, message, retry } = useOptions((node as FieldNode | null) ?? NO_NODE);
  const optionLanes = useMemo(
    (): readonly Lane[] | undefined =>
      options && [
        ...options.map((option) => createLane(field, option)),
        ...remainderLanes(
          field,
          options.map(({ value }) => value),
        ),
      ],
    [options, field],
  );
  const stateLanes = useMemo(() => FLOW_STATE_CHOICES.map((choice) => createLane(field, choice)), [field]);
  return {
    lanes: node ? optionLanes : stateLanes,
    message,
    isFailed: node !== null && status === 'error' && options === undefined,
    retry,
  };
}
