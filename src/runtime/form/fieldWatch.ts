import { type CompiledForm, placeholderSourceOf, readAnswer } from '../../kernel/index.ts';
import { type FillCall, fillCallOf, buildRequest, mapByNames } from '../../requests/index.ts';
import type { Situation } from '../../rules/situation.ts';
import { failureText, notice } from '../host/notice.ts';
import type { Services } from '../services/services.ts';

/** Debounce time: the request is sent when typing has paused. */
const DEBOUNCE_MS = 400;

interface Target {
  values: Record<string, unknown>;
  situation: Situation;
  setValue(key: string, value: unknown): void;
  /** Sets a value under a name that is not a field of the form, e.g. a companion label. */
  writeValue(key: string, value: unknown): void;
}

/**
 * FK-025, RD-001…004: when the value of a field with `openWatch` or of a relation field with `fill` changes, sends the
 * request of the field (for `openWatch`: its `watchApi*` keys) and fills other fields from the answer. The answer is
 * ignored when the field has changed again or after `dispose`. A failed request is shown and leaves the fields
 * unchanged.
 */
export function createWatcher(
  compiled: CompiledForm,
  services: Services,
  target: Target,
): { onChange(key: string): void; dispose(): void } {
  /**
   * The debounce timer of the last change of each field. It stays here while the request is running: a request whose
   * timer is no longer here is outdated, and its result is ignored.
   */
  const latestTimers = new Map<string, ReturnType<typeof setTimeout>>();

  /** The request of a field; null for an unknown field and for a field that fills no others. */
  const callOf = (key: string): FillCall | null => {
    const field = compiled.fields.get(key);
    return field ? fillCallOf(field.node, (filledKey) => compiled.fields.get(filledKey)) : null;
  };
  const fillFields = (filled: Readonly<Record<string, unknown>>, { names }: FillCall): void => {
    for (const [name, value] of Object.entries(filled)) {
      if (compiled.fields.has(name)) target.setValue(name, value);
      else if (Object.hasOwn(names, name)) target.writeValue(name, value);
    }
  };
  const requestAndFill = async (key: string, call: FillCall, isLatest: () => boolean): Promise<void> => {
    const request = buildRequest(call.request, placeholderSourceOf(target.situation, { ...target.values }));
    if (!request.ok) return;
    try {
      const found = readAnswer(await services.request(request.value), call.position);
      if (!isLatest()) return;
      // only the first item of a list is used, because the request is for one value
      fillFields(mapByNames(Array.isArray(found) ? found[0] : found, call.names), call);
    } catch (error) {
      if (!isLatest()) return;
      notice('warning', `${compiled.fields.get(key)?.node.label ?? key}的关联数据获取失败：${failureText(error)}`);
    }
  };
  return {
    onChange(key) {
      const call = callOf(key);
      if (!call) return;
      clearTimeout(latestTimers.get(key));
      latestTimers.delete(key);
      if (call.clears && compiled.fields.get(key)?.isEmpty(target.values[key])) {
        fillFields(Object.fromEntries(Object.keys(call.names).map((name) => [name, null])), call);
        return;
      }
      const timer = setTimeout(
        () => {
          void requestAndFill(key, call, () => latestTimers.get(key) === timer);
        },
        // `clears` is only set for relations, which are selected, not typed: no debounce
        call.clears ? 0 : DEBOUNCE_MS,
      );
      latestTimers.set(key, timer);
    },
    dispose() {
      for (const timer of latestTimers.values()) clearTimeout(timer);
      latestTimers.clear();
    },
  };
}
