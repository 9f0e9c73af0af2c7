import { observable } from '@formily/reactive';
import { isTable, type CompiledForm, uniqueScope, uniqueText } from '../../kernel/index.ts';
import { type Problem, problem } from '../../domain/problem/index.ts';
import type { Services } from '../services/services.ts';

/** Debounce time in ms, so that leaving a field twice in a row sends one query. */
const DEBOUNCE_MS = 250;
/** Maximum number of characters of a value in a message. */
const MAX_SHOWN_LENGTH = 50;

/** Checks of `unique` fields during input. */
export interface UniqueCheck {
  /** Queries whether the value of a field is free. Called when the user leaves the field. */
  queryServer(key: string): void;
  /** Discards a pending answer, because the value has changed. */
  onChange(key: string): void;
  /**
   * Called after a save. The stored values no longer count as taken: a query between the save and its answer finds them
   * in this record itself.
   */
  onSaved(): void;
  /** Returns the problem of the current value according to the answers so far; null: the value is free or unchecked. */
  problemOf(key: string): Problem | null;
  /** (reactive) Returns true while a query for this field is pending. */
  isPending(key: string): boolean;
  dispose(): void;
}

interface Options {
  compiled: CompiledForm;
  services: Services;
  values: Readonly<Record<string, unknown>>;
  /** Returns the stored values, which need no query. */
  baseline(): Readonly<Record<string, unknown>>;
  recordId(): string | undefined;
  /** Called when the server has answered: the field is to be validated again. */
  onAnswer(key: string): void;
}

/**
 * Checks the values of `unique` fields during input. A failed query is ignored: the server checks again when the record
 * is saved.
 */
export function createUniqueCheck({ compiled, services, values, baseline, recordId, onAnswer }: Options): UniqueCheck {
  const isPendingByKey: Record<string, boolean> = observable.shallow({});
  /** By field: values known to exist in other records. */
  const takenValues = new Map<string, Set<string>>();
  const latestCheckNumber = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const nextCheckNumber = (key: string): number => {
    const checkNumber = (latestCheckNumber.get(key) ?? 0) + 1;
    latestCheckNumber.set(key, checkNumber);
    clearTimeout(timers.get(key));
    return checkNumber;
  };
  const isStored = (key: string, text: string): boolean => text === uniqueText(baseline()[key]);
  const sendQuery = async (key: string, text: string, checkNumber: number): Promise<void> => {
    try {
      const isFree = await services.records.isFree(compiled.definition.formKey, key, values[key], recordId());
      if (latestCheckNumber.get(key) !== checkNumber) return;
      const takenTexts = takenValues.get(key) ?? new Set<string>();
      takenValues.set(key, takenTexts);
      // the record may have been stored while the query was running or waiting
      if (isFree || isStored(key, text)) takenTexts.delete(text);
      else takenTexts.add(text);
    } catch {
      if (latestCheckNumber.get(key) !== checkNumber) return;
    }
    isPendingByKey[key] = false;
    onAnswer(key);
  };

  return {
    queryServer(key) {
      const field = compiled.fields.get(key);
      if (!field || isTable(field) || uniqueScope(field.node) === null) return;
      const text = uniqueText(values[key]);
      const checkNumber = nextCheckNumber(key);
      if (text === null || isStored(key, text)) {
        isPendingByKey[key] = false;
        return;
      }
      isPendingByKey[key] = true;
      timers.set(
        key,
        setTimeout(() => void sendQuery(key, text, checkNumber), DEBOUNCE_MS),
      );
    },
    onChange(key) {
      if (!latestCheckNumber.has(key)) return;
      nextCheckNumber(key);
      if (isPendingByKey[key]) isPendingByKey[key] = false;
    },
    onSaved() {
      for (const [key, takenTexts] of takenValues) {
        const storedText = uniqueText(baseline()[key]);
        if (storedText !== null && takenTexts.delete(storedText)) onAnswer(key);
      }
    },
    problemOf(key) {
      const field = compiled.fields.get(key);
      const text = uniqueText(values[key]);
      if (!field || text === null || isStored(key, text) || !takenValues.get(key)?.has(text)) return null;
      return problem('VALUE_TAKEN', [], { label: field.node.label || key, value: text.slice(0, MAX_SHOWN_LENGTH) });
    },
    isPending: (key) => isPendingByKey[key] === true,
    dispose() {
      // also makes the answers of queries that are still running outdated
      for (const key of latestCheckNumber.keys()) nextCheckNumber(key);
    },
  };
}
