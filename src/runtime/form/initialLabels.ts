import type { FormRecord } from '../../grammar/documents.ts';
import { type CompiledForm, type Scope, placeholderValuesOf } from '../../kernel/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { optionSource } from '../options/source.ts';
import { optionsStoreOf } from '../options/store.ts';
import type { Services } from '../services/services.ts';

/**
 * LB-001, LB-002: sets the companion labels of default values, in a new record and in fields that are empty in the
 * stored record. A default value has no label yet, because no option was selected. The label is set at once if the
 * options are in the document, otherwise when they have been loaded. `writeLabel` writes a companion label under its
 * key.
 */
export function fillInitialLabels(
  compiled: CompiledForm,
  { values, situation }: Scope,
  services: Services,
  writeLabel: (key: string, label: string) => void,
  record: FormRecord | null,
): void {
  const store = optionsStoreOf(services);
  for (const { key, node, definition, hasCompanion, isEmpty } of compiled.fields.values()) {
    const value = values[key];
    // a stored value keeps its stored label
    if (record !== null && !isEmpty(record.fieldsMap[key])) continue;
    if (!hasCompanion || isEmpty(value) || values[companionKey(key)] !== undefined) continue;
    const source = optionSource(node, placeholderValuesOf(situation, { ...values }));
    const tryFill = (): boolean => {
      const { status, options = [] } = store.get(source);
      if (status === 'loading') return false;
      const text = definition.text?.(value, node as never, { options }) ?? '';
      if (options.length > 0 && Object.is(values[key], value) && values[companionKey(key)] === undefined)
        writeLabel(companionKey(key), text);
      return true;
    };
    if (tryFill()) continue;
    store.ensure(source);
    const stop = store.subscribe(() => {
      if (tryFill()) stop();
    });
  }
}
