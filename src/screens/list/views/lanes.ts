import { useMemo } from 'react';
import type { FieldNode } from '../../../grammar/nodes.ts';
import { useOptions } from '../../../runtime/options/useOptions.ts';
import { FLOW_STATE_CHOICES } from '../../shared/flowState.ts';
import type { ListColumn } from '../compile.ts';

/** A group of records with the same value of a field. */
export interface Lane {
  /** Null: records without a value. */
  value: unknown;
  label: string;
}

const NO_NODE: object = {};

/** The lanes of a column: one per option of its field, or the flow states. `lanes` is undefined while options load. */
export function useLanes({ node }: Pick<ListColumn, 'node'>): {
  lanes: readonly Lane[] | undefined;
  message: string | undefined;
  isFailed: boolean;
  retry(): void;
} {
  const { status, options, message, retry } = useOptions((node as FieldNode | null) ?? NO_NODE);
  const optionLanes = useMemo(
    (): readonly Lane[] | undefined =>
      options && [
        ...options.map(({ value, label }) => ({ value, label: String(label) })),
        { value: null, label: '未填写' },
      ],
    [options],
  );
  return {
    lanes: node ? optionLanes : FLOW_STATE_CHOICES,
    message,
    isFailed: node !== null && status === 'error' && options === undefined,
    retry,
  };
}
