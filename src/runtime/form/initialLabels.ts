import type { FormRecord } from '../../grammar/documents.ts';
import { type CompiledForm, type Scope, sourceOf, companionKey } from '../../kernel/index.ts';
import { optionSource } from '../options/source.ts';
import { optionsStoreOf } from '../options/store.ts';
import type { Services } from '../services/services.ts';

/**
 * LB-001, LB-002: display text of the defaults of a new record, or of a field that this person begins to fill in, which nobody has picked from a list. At once for
 * options that the document holds, else when the dictionary or the request has answered; `set` writes one label.
 */
export function fillInitialLabels(
  compiled: CompiledForm,
  { values, situation }: Scope,
  services: Services,
  set: (key: string, label: string) => void,
  record: FormRecord | null,
): void {
  const store = optionsStoreOf(services);
  for (const { key, node, definition, hasCompanion, isEmpty } of compiled.fields.values()) {
    const value = values[key];
    // a stored value has the name it was stored with
    if (record !== null && !isEmpty(record.fieldsMap[key])) continue;
    if (!hasCompanion || isEmpty(value) || values[companionKey(key)] !== undefined) continue;
    const source = optionSource(node, sourceOf(situation, { ...values }));
    const fill = (): boolean => {
      const { status, options = [] } = store.get(source);
      if (status === 'loading') return false;
      const text = definition.text?.(value, node as never, { options }) ?? '';
      if (options.length > 0 && Object.is(values[key], value) && values[companionKey(key)] === undefined)
        set(companionKey(key), text);
      return true;
    };
    if (fill()) continue;
    store.ensure(source);
    const stop = store.subscribe(() => {
      if (fill()) stop();
    });
  }
}
