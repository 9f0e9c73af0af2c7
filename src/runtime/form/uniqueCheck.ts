import { observable } from '@formily/reactive';
import { isTable, type CompiledForm, uniqueScope, uniqueText } from '../../kernel/index.ts';
import { type Problem, problem } from '../../domain/problem/index.ts';
import type { Services } from '../services/services.ts';

/** A field left and entered again at once is asked about once. */
const REST_MS = 250;

export interface UniqueCheck {
  /** The field was left: asks the server whether its value is free. */
  ask(key: string): void;
  /** The value changed: an answer under way means nothing any more. */
  changed(key: string): void;
  /** What the last answer says of the present value. */
  problemOf(key: string): Problem | null;
  /** (reactive) A question of this field is under way. */
  isPending(key: string): boolean;
  dispose(): void;
}

interface Options {
  compiled: CompiledForm;
  services: Services;
  values: Readonly<Record<string, unknown>>;
  /** The stored value needs no question. */
  baseline(): Readonly<Record<string, unknown>>;
  recordId(): string | undefined;
  /** An answer came: the field's problems are to be found anew. */
  onAnswer(key: string): void;
}

/** `unique` fields while they are filled in. A failed question is passed over in silence: the server decides when the record is saved. */
export function createUniqueCheck({ compiled, services, values, baseline, recordId, onAnswer }: Options): UniqueCheck {
  const pending: Record<string, boolean> = observable.shallow({});
  /** Values known to be somebody else's, by field. */
  const taken = new Map<string, Set<string>>();
  const turns = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const next = (key: string): number => {
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    clearTimeout(timers.get(key));
    return turn;
  };
  const run = async (key: string, text: string, turn: number): Promise<void> => {
    try {
      const isFree = await services.records.isFree(compiled.definition.formKey, key, values[key], recordId());
      if (turns.get(key) !== turn) return;
      const known = taken.get(key) ?? new Set<string>();
      taken.set(key, known);
      if (isFree) known.delete(text);
      else known.add(text);
    } catch {
      if (turns.get(key) !== turn) return;
    }
    pending[key] = false;
    onAnswer(key);
  };

  return {
    ask(key) {
      const field = compiled.fields.get(key);
      if (!field || isTable(field) || uniqueScope(field.node) === null) return;
      const text = uniqueText(values[key]);
      const turn = next(key);
      if (text === null || text === uniqueText(baseline()[key])) {
        pending[key] = false;
        return;
      }
      pending[key] = true;
      timers.set(
        key,
        setTimeout(() => void run(key, text, turn), REST_MS),
      );
    },
    changed(key) {
      if (!turns.has(key)) return;
      next(key);
      if (pending[key]) pending[key] = false;
    },
    problemOf(key) {
      const field = compiled.fields.get(key);
      const text = uniqueText(values[key]);
      if (!field || text === null || !taken.get(key)?.has(text)) return null;
      return problem('VALUE_TAKEN', [], { label: field.node.label || key, value: text.slice(0, 50) });
    },
    isPending: (key) => pending[key] === true,
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
