import {
  type CompiledForm,
  type FillCall,
  fillCallOf,
  sourceOf,
  readAnswer,
  buildRequest,
  mapByNames,
} from '../../kernel/index.ts';
import type { Situation } from '../../rules/situation.ts';
import { failureText, notice } from '../host/notice.ts';
import type { Services } from '../services/services.ts';

/** A typed text is asked about when typing rests. */
const REST_MS = 400;

interface Target {
  values: Record<string, unknown>;
  situation: Situation;
  set(key: string, value: unknown): void;
  /** A name that is no field: kept beside them. */
  write(key: string, value: unknown): void;
}

/**
 * FK-025, RD-001…004: a field with `openWatch` asks its `watchApi*` when its value changed and fills other fields
 * from the answer. Only the last question of a field counts; a failure leaves the fields as they are and is told.
 */
export function createWatcher(
  compiled: CompiledForm,
  services: Services,
  target: Target,
): { changed(key: string): void; dispose(): void } {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const latest = new Map<string, number>();

  const callOf = (key: string): FillCall | null => {
    const field = compiled.fields.get(key);
    return field ? fillCallOf(field.node, (other) => compiled.fields.get(other)) : null;
  };
  const fill = (filled: Readonly<Record<string, unknown>>, { names }: FillCall): void => {
    for (const [name, value] of Object.entries(filled)) {
      if (compiled.fields.has(name)) target.set(name, value);
      else if (Object.hasOwn(names, name)) target.write(name, value);
    }
  };
  const ask = async (key: string, call: FillCall): Promise<void> => {
    const count = (latest.get(key) ?? 0) + 1;
    latest.set(key, count);
    const request = buildRequest(call.request, sourceOf(target.situation, { ...target.values }));
    if (!request.ok) return;
    try {
      const found = readAnswer(await services.request(request.value), call.position);
      if (latest.get(key) !== count) return;
      // a list answers for its first item: one field asks for one thing
      fill(mapByNames(Array.isArray(found) ? found[0] : found, call.names), call);
    } catch (error) {
      notice('warning', `${compiled.fields.get(key)?.node.label ?? key}的关联数据获取失败：${failureText(error)}`);
    }
  };
  return {
    changed(key) {
      const call = callOf(key);
      if (!call) return;
      clearTimeout(timers.get(key));
      if (call.clears && compiled.fields.get(key)?.isEmpty(target.values[key])) {
        latest.set(key, (latest.get(key) ?? 0) + 1);
        fill(Object.fromEntries(Object.keys(call.names).map((name) => [name, null])), call);
        return;
      }
      timers.set(
        key,
        setTimeout(
          () => {
            void ask(key, call);
          },
          // a record is chosen, not typed
          call.clears ? 0 : REST_MS,
        ),
      );
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
