import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { CompiledField } from '../../kernel/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import type { FormSession } from './session.ts';

interface EditedValue {
  value: unknown;
  label: string | undefined;
  onChange(value: unknown, label?: string): void;
}

/** Returns the stored companion label of a field's value; undefined if there is none. */
export function companionLabel(session: FormSession, field: CompiledField): string | undefined {
  const label = field.hasCompanion ? session.values[companionKey(field.key)] : undefined;
  return typeof label === 'string' && label !== '' ? label : undefined;
}

/** Tracks the value and label that the face shows. `changeCount()` increases when the face must be rendered. */
function createShownState(session: FormSession, field: CompiledField) {
  let [value, label] = [session.values[field.key], companionLabel(session, field)];
  let changeCount = 0;
  return {
    /** Records a value that the face has emitted and therefore shows already. */
    recordEmitted(next: unknown): void {
      value = next;
    },
    changeCount(): number {
      const [current, text] = [session.values[field.key], companionLabel(session, field)];
      if (Object.is(current, value) && text === label) return changeCount;
      [value, label] = [current, text];
      return (changeCount += 1);
    },
    subscribe(listener: () => void): () => void {
      const keys = field.hasCompanion ? [field.key, companionKey(field.key)] : [field.key];
      const stops = keys.map((key) => session.onValueChange(key, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/**
 * Returns value and label of a field for its edit face, and the change handler. Renders again when the value changes.
 * `keepsText`: the face keeps the typed text itself, so the value that the face has just emitted causes no rendering.
 */
export function useEdited(session: FormSession, field: CompiledField, keepsText: boolean): EditedValue {
  const shownState = useMemo(() => createShownState(session, field), [session, field]);
  useSyncExternalStore(shownState.subscribe, shownState.changeCount);
  const { key } = field;
  const onChange = useCallback(
    (value: unknown, label?: string) => {
      if (keepsText) shownState.recordEmitted(value);
      session.setValue(key, value, label);
    },
    [session, shownState, key, keepsText],
  );
  return { value: session.values[key], label: companionLabel(session, field), onChange };
}
