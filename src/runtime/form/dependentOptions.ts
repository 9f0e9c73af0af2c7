import {
  isTable,
  type CompiledField,
  type CompiledForm,
  type Scope,
  dependKeyOf,
  isOptionPart,
  optionParts,
  optionsUnder,
  placeholderValuesOf,
  type Option,
} from '../../kernel/index.ts';
import { isSearched, type SearchedNode } from '../../requests/index.ts';
import { type Problem, problem } from '../../domain/problem/index.ts';
import { optionPlaceholders, optionSource, sourceKey } from '../options/source.ts';
import { optionsStoreOf } from '../options/store.ts';
import type { Services } from '../services/services.ts';

/** The part of a form session that is needed here: its values and situation, and functions that change it. */
interface TargetForm extends Scope {
  setValue(key: string, value: unknown, label: string): void;
  showProblems(key: string, problems: readonly Problem[]): void;
}

/**
 * Returns, for each key, the fields whose options depend on its value: by `dependKey`, or by a placeholder in the
 * request for the options.
 */
function dependentsOf(compiled: CompiledForm): ReadonlyMap<string, readonly CompiledField[]> {
  const dependents = new Map<string, CompiledField[]>();
  for (const field of compiled.fields.values()) {
    if (isTable(field)) continue;
    for (const key of new Set([dependKeyOf(field.node), ...optionPlaceholders(field.node)])) {
      if (key !== null) dependents.set(key, [...(dependents.get(key) ?? []), field]);
    }
  }
  return dependents;
}

/**
 * When a value changes, checks the fields whose options depend on the value. Values that are no longer among the
 * options are removed or, with `keepStray`, kept and shown as a problem. A field whose options are searched on the
 * server shows no problem for a kept value, because a search does not load all options. The check waits until the
 * options are loaded; if loading fails, nothing is removed. Fields that the user may not change, and fields that accept
 * values outside the options (`allow-create`), are not checked.
 */
export function createDependentOptions(
  compiled: CompiledForm,
  services: Services,
  target: TargetForm,
  isReadOnly = false,
): { onChange(key: string): void; dispose(): void } {
  const store = optionsStoreOf(services);
  // computed at once for an editable form, so that the first key press does not wait; a read-only form rarely needs it
  let dependents = isReadOnly ? null : dependentsOf(compiled);
  const subscriptions = new Map<string, () => void>();
  const stopWaiting = (key: string): void => {
    subscriptions.get(key)?.();
    subscriptions.delete(key);
  };
  const currentSource = (field: CompiledField) =>
    optionSource(field.node, placeholderValuesOf(target.situation, { ...target.values }));

  const removeStrays = (field: CompiledField, loadedOptions: readonly Option[]): void => {
    const { key, node, definition } = field;
    const value = target.values[key];
    const parentKey = dependKeyOf(node);
    const options = parentKey === null ? loadedOptions : optionsUnder(loadedOptions, target.values[parentKey]);
    const parts = optionParts(node, definition, value);
    const validParts = parts.filter((part) => isOptionPart(options, part));
    if (validParts.length === parts.length) return;
    if ((node as { keepStray?: string }).keepStray === '1') {
      // the value may be an option that the search has not loaded
      if (isSearched(node as SearchedNode)) return;
      target.showProblems(key, [
        problem('VALUE_OPTION', [], {
          label: node.label || key,
          value: definition.text?.(value, node as never, { options: loadedOptions }) ?? String(value),
        }),
      ]);
      return;
    }
    // a value that is a path (e.g. province, city) is removed as a whole
    const remaining = Array.isArray(value) ? (definition.isPath?.(node as never) ? [] : validParts) : '';
    target.setValue(key, remaining, definition.text?.(remaining, node as never, { options: loadedOptions }) ?? '');
  };
  const checkField = (field: CompiledField): void => {
    const { key, node } = field;
    stopWaiting(key);
    const acceptsOtherValues = 'allow-create' in node && node['allow-create'] === true;
    if (acceptsOtherValues || field.isEmpty(target.values[key]) || !field.mayWrite(target)) return;
    const source = currentSource(field);
    const checkIfLoaded = (): boolean => {
      const { status, options } = store.get(source);
      if (status === 'loading') return false;
      if (status === 'ready' && options && sourceKey(source) === sourceKey(currentSource(field)))
        removeStrays(field, options);
      return true;
    };
    if (checkIfLoaded()) return;
    subscriptions.set(
      key,
      store.subscribe(() => {
        if (checkIfLoaded()) stopWaiting(key);
      }),
    );
    store.ensure(source);
  };
  return {
    onChange(key) {
      dependents ??= dependentsOf(compiled);
      for (const field of dependents.get(key) ?? []) checkField(field);
    },
    dispose() {
      for (const key of subscriptions.keys()) stopWaiting(key);
    },
  };
}
