import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type CompiledField, companionKey } from '../../kernel/index.ts';
import type { FormSession } from './session.ts';

interface Edited {
  value: unknown;
  label: string | undefined;
  onChange(value: unknown, label?: string): void;
}

/** Display text of a field's value, where the form keeps one. */
export function companion(session: FormSession, field: CompiledField): string | undefined {
  const label = field.hasCompanion ? session.values[companionKey(field.key)] : undefined;
  return typeof label === 'string' && label !== '' ? label : undefined;
}

/** What the face shows, as far as it is known here, and a number that grows when it is to be rendered again. */
function createShown(session: FormSession, field: CompiledField) {
  let [value, label] = [session.values[field.key], companion(session, field)];
  let version = 0;
  return {
    /** The face shows this already. */
    emitted(next: unknown): void {
      value = next;
    },
    version(): number {
      const [now, text] = [session.values[field.key], companion(session, field)];
      if (Object.is(now, value) && text === label) return version;
      [value, label] = [now, text];
      return (version += 1);
    },
    subscribe(listener: () => void): () => void {
      const keys = field.hasCompanion ? [field.key, companionKey(field.key)] : [field.key];
      const stops = keys.map((key) => session.onValue(key, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/**
 * A field's value for its edit face. Renders again when the value changes; not when it became what a face that keeps
 * its text has just emitted: at each key pressed there is nothing to render but that face.
 */
export function useEdited(session: FormSession, field: CompiledField, keepsText: boolean): Edited {
  const shown = useMemo(() => createShown(session, field), [session, field]);
  useSyncExternalStore(shown.subscribe, shown.version);
  const { key } = field;
  const onChange = useCallback(
    (value: unknown, label?: string) => {
      if (keepsText) shown.emitted(value);
      session.setValue(key, value, label);
    },
    [session, shown, key, keepsText],
  );
  return { value: session.values[key], label: companion(session, field), onChange };
}
