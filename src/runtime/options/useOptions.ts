import { useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { autorun } from '@formily/reactive';
import type { FieldNode } from '../../grammar/nodes.ts';
import { placeholderValuesOf } from '../../kernel/index.ts';
import { RowContext, useOptionalForm, useServices, useSituation } from '../contexts.ts';
import { optionPlaceholders, optionSource, sourceKey, type OptionSource } from './source.ts';
import { optionsStoreOf, type OptionsData } from './store.ts';

/** The options of a field. `retry`: loads them again. */
export interface OptionsState extends OptionsData {
  retry(): void;
}

/**
 * Returns the options of one field from the document, a dictionary or a request. Fields with equal sources share them.
 */
export function useOptions(node: FieldNode | object): OptionsState {
  const nodes = useMemo(() => [node], [node]);
  const source = useSources(nodes)[0];
  const store = optionsStoreOf(useServices());
  const data = useSyncExternalStore(store.subscribe, () => store.get(source));
  const retry = useCallback(() => store.retry(source), [store, source]);
  useEffect(() => store.retain(source), [store, source]);
  return { ...data, retry };
}

/**
 * Returns the options of several fields (columns of a table), in the order of the fields. Returns a new array only when
 * the options of a field have changed.
 */
export const useOptionsOfFields = (nodes: readonly (FieldNode | object)[]): readonly OptionsData[] =>
  useOptionsOfFieldsWithRetry(nodes).list;

/** Like `useOptionsOfFields`, with `retry`, which loads again the options that failed to load. */
export function useOptionsOfFieldsWithRetry(nodes: readonly (FieldNode | object)[]): {
  list: readonly OptionsData[];
  retry: () => void;
} {
  const sources = useSources(nodes);
  const store = optionsStoreOf(useServices());
  const readData = useMemo(
    () => createListSnapshot(() => sources.map((source) => store.get(source)), Object.is),
    [store, sources],
  );
  useEffect(() => {
    const releases = sources.map((source) => store.retain(source));
    return () => {
      for (const release of releases) release();
    };
  }, [store, sources]);
  const retry = useCallback(() => {
    for (const source of sources) if (store.get(source).status === 'error') store.retry(source);
  }, [store, sources]);
  return { list: useSyncExternalStore(store.subscribe, readData), retry };
}

/** Returns the option sources of the nodes with filled placeholders: the same array until a source changes. */
function useSources(nodes: readonly (FieldNode | object)[]): readonly OptionSource[] {
  const form = useOptionalForm();
  const row = useContext(RowContext);
  const situation = useSituation();
  const placeholderNames = useMemo(() => [...new Set(nodes.flatMap(optionPlaceholders))], [nodes]);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (form === null || placeholderNames.length === 0) return () => undefined;
      let isFirst = true;
      return autorun(() => {
        for (const name of placeholderNames) void form.values[name];
        if (!isFirst) listener();
        isFirst = false;
      });
    },
    [form, placeholderNames],
  );
  const read = useMemo(() => {
    const values = (): Readonly<Record<string, unknown>> =>
      Object.fromEntries(
        placeholderNames.map((name) => [name, row && Object.hasOwn(row, name) ? row[name] : form?.values[name]]),
      );
    return createListSnapshot(() => {
      const placeholderValues = placeholderValuesOf(situation, values());
      return nodes.map((node) => optionSource(node, placeholderValues));
    }, isSameSource);
  }, [nodes, placeholderNames, situation, row, form]);
  return useSyncExternalStore(subscribe, read);
}

/** Returns a reader that returns the previous list while no item differs, as useSyncExternalStore requires. */
function createListSnapshot<T>(read: () => readonly T[], isSame: (a: T, b: T) => boolean): () => readonly T[] {
  let last: readonly T[] = [];
  return () => {
    const next = read();
    if (next.length !== last.length || !next.every((item, index) => isSame(item, last[index]))) last = next;
    return last;
  };
}

const isSameSource = (a: OptionSource, b: OptionSource): boolean =>
  a.kind === 'static' && b.kind === 'static'
    ? a.options === b.options
    : a.kind === b.kind && sourceKey(a) === sourceKey(b);
