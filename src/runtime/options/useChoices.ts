import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { autorun } from '@formily/reactive';
import type { FieldNode } from '../../grammar/nodes.ts';
import { dependKeyOf, optionsUnder, valueIn } from '../../kernel/index.ts';
import { RowContext, useOptionalForm } from '../contexts.ts';
import { useOptions, type OptionsState } from './useOptions.ts';

/** The options that may be chosen now: those open under the value of the field that the node depends on (`dependKey`). */
export function useChoices(node: FieldNode | object): OptionsState {
  const state = useOptions(node);
  const parent = useParent(dependKeyOf(node));
  const { options } = state;
  const open = useMemo(
    () => (parent === NONE || options === undefined ? options : optionsUnder(options, parent)),
    [options, parent],
  );
  return { ...state, options: open };
}

const NONE = Symbol('no parent');

/** The live value of the parent field; a sub-table's row comes before the form. */
function useParent(key: string | null): unknown {
  const form = useOptionalForm();
  const row = useContext(RowContext);
  const watch = useCallback(
    (listener: () => void) => {
      if (form === null || key === null) return () => undefined;
      let isFirst = true;
      return autorun(() => {
        void form.values[key];
        if (!isFirst) listener();
        isFirst = false;
      });
    },
    [form, key],
  );
  const read = (): unknown =>
    key === null ? NONE : valueIn({ values: form?.values ?? {}, ...(row ? { row } : {}) }, key);
  return useSyncExternalStore(watch, read);
}
