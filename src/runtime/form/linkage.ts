import {
  isTable,
  type CompiledField,
  type CompiledForm,
  type Scope,
  dependKeyOf,
  isOptionPart,
  optionParts,
  optionsUnder,
  sourceOf,
  isSearched,
  type SearchedNode,
  type Option,
} from '../../kernel/index.ts';
import { type Problem, problem } from '../../domain/problem/index.ts';
import { optionPlaceholders, optionSource, sourceKey } from '../options/source.ts';
import { optionsStoreOf } from '../options/store.ts';
import type { Services } from '../services/services.ts';

interface Target extends Scope {
  set(key: string, value: unknown, label: string): void;
  mark(key: string, problems: readonly Problem[]): void;
}

/** Field keys by the keys that their options depend on: `dependKey`, and placeholders of the call they come from. */
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
 * When a value changes, the fields whose options depend on it lose what is no option any more, or keep it with a mark
 * (`keepStray`); what was searched for is to be chosen again. Options of a call are waited for; while they fail nothing is taken away. What this person may not
 * change stays, and so does a stored value that was a stray before anybody touched it.
 */
export function createLinkage(
  compiled: CompiledForm,
  services: Services,
  target: Target,
  isRead = false,
): { changed(key: string): void; dispose(): void } {
  const store = optionsStoreOf(services);
  // the first key pressed should not wait for it; a form that is only read never asks
  let dependents = isRead ? null : dependentsOf(compiled);
  const waiting = new Map<string, () => void>();
  const stop = (key: string): void => {
    waiting.get(key)?.();
    waiting.delete(key);
  };
  const sourceNow = (field: CompiledField) =>
    optionSource(field.node, sourceOf(target.situation, { ...target.values }));

  const judge = (field: CompiledField, known: readonly Option[]): void => {
    const { key, node, definition } = field;
    const value = target.values[key];
    const parent = dependKeyOf(node);
    const options = parent === null ? known : optionsUnder(known, target.values[parent]);
    const parts = optionParts(node, definition, value);
    const kept = parts.filter((part) => isOptionPart(options, part));
    if (kept.length === parts.length) return;
    if ((node as { keepStray?: string }).keepStray === '1') {
      // all of its options are never known: what it keeps may be right
      if (isSearched(node as SearchedNode)) return;
      target.mark(key, [
        problem('VALUE_OPTION', [], {
          label: node.label || key,
          value: definition.text?.(value, node as never, { options: known }) ?? String(value),
        }),
      ]);
      return;
    }
    const left = Array.isArray(value) ? (definition.isPath?.(node as never) ? [] : kept) : '';
    target.set(key, left, definition.text?.(left, node as never, { options: known }) ?? '');
  };
  const settle = (field: CompiledField): void => {
    const { key, node } = field;
    stop(key);
    const mayCreate = 'allow-create' in node && node['allow-create'] === true;
    if (mayCreate || field.isEmpty(target.values[key]) || !field.mayWrite(target)) return;
    const source = sourceNow(field);
    const look = (): boolean => {
      const { status, options } = store.get(source);
      if (status === 'loading') return false;
      if (status === 'ready' && options && sourceKey(source) === sourceKey(sourceNow(field))) judge(field, options);
      return true;
    };
    if (look()) return;
    waiting.set(
      key,
      store.subscribe(() => {
        if (look()) stop(key);
      }),
    );
    store.ensure(source);
  };
  return {
    changed(key) {
      dependents ??= dependentsOf(compiled);
      for (const field of dependents.get(key) ?? []) settle(field);
    },
    dispose() {
      for (const key of waiting.keys()) stop(key);
    },
  };
}
