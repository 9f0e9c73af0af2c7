import { useMemo } from 'react';
import type { FieldNode } from '../../../grammar/nodes.ts';
import { useOptions } from '../../../runtime/options/useOptions.ts';
import { FLOW_STATE_CHOICES } from '../../shared/flowState.ts';
import type { ListColumn } from '../compile.ts';

/** Records with one value of a field. */
export interface Lane {
  /** Null: records without a value. */
  value: unknown;
  label: string;
}

const NONE: object = {};

/** The lanes of a column's field, of an approval its states; undefined while its options are loaded. */
export function useLanes({ node }: Pick<ListColumn, 'node'>): {
  lanes: readonly Lane[] | undefined;
  message: string | undefined;
  isFailed: boolean;
  retry(): void;
} {
  const { status, options, message, retry } = useOptions((node as FieldNode | null) ?? NONE);
  const own = useMemo(
    (): readonly Lane[] | undefined =>
      options && [
        ...options.map(({ value, label }) => ({ value, label: String(label) })),
        { value: null, label: '未填写' },
      ],
    [options],
  );
  return {
    lanes: node ? own : FLOW_STATE_CHOICES,
    message,
    isFailed: node !== null && status === 'error' && options === undefined,
    retry,
  };
}
