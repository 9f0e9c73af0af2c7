import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { autorun } from '@formily/reactive';
import type { FieldNode } from '../../grammar/nodes.ts';
import { dependKeyOf, optionsUnder, valueIn } from '../../kernel/index.ts';
import { RowContext, useOptionalForm } from '../contexts.ts';
import { useOptions, type OptionsState } from './useOptions.ts';

/**
 * Returns the selectable options: with `dependKey`, the options for the current value of the field with that key; else
 * all options.
 */
export function useSelectableOptions(node: FieldNode | object): OptionsState {
  const state = useOptions(node);
  const parent = useParentValue(dependKeyOf(node));
  const { options } = state;
  const selectable = useMemo(
    () => (parent === NO_PARENT || options === undefined ? options : optionsUnder(options, parent)),
    [options, parent],
  );
  return { ...state, options: selectable };
}

const NO_PARENT = Symbol('no parent');

/**
 * Returns the current value of the field with this key; `NO_PARENT` for the key null. A column of the row takes
 * precedence over a field of the form.
 */
function useParentValue(key: string | null): unknown {
  const form = useOptionalForm();
  const row = useContext(RowContext);
  const subscribe = useCallback(
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
    key === null ? NO_PARENT : valueIn({ values: form?.values ?? {}, ...(row ? { row } : {}) }, key);
  return useSyncExternalStore(subscribe, read);
}
