import { useMemo } from 'react';
import type { FieldNode } from '../../../grammar/nodes.ts';
import { useOptions } from '../../../runtime/options/useOptions.ts';
import { FLOW_STATE_CHOICES } from '../../shared/flowState.ts';
import type { ListCondition } from '../../../runtime/services/paging.ts';
import type { ListColumn } from '../compile.ts';
import type { AdvancedCondition } from '../more/advancedConditions.ts';

/** A group of records with the same value of a field. */
export interface Lane {
  /** Key of the lane within its field: `option:` and the value as text, or `rest:` and the kind of remainder. */
  key: string;
  label: string;
  /** The value of its records; absent for a remainder. */
  value?: unknown;
  /** The conditions that select its records. */
  conditions: readonly ListCondition[];
  /**
   * True for the lane of the records without a value, or with a value that is none of the options. It is hidden when
   * empty.
   */
  isRemainder: boolean;
}

/** Maximum number of values in a condition that the server accepts. */
const MAX_VALUES = 200;

const createLane = (field: string, { value, label }: { value: unknown; label: unknown }): Lane => ({
  key: `option:${String(value)}`,
  label: String(label),
  value,
  conditions: [{ field, op: 'eq', value }],
  isRemainder: false,
});

/** Returns two lanes: of the records whose value is none of the options, and of the records without a value. */
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

/** Returns the lanes of a column: one per option of its field, or the flow states. `lanes`: undefined until loaded. */
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
