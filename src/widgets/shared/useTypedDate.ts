import { useRef, useState, type FormEvent } from 'react';

interface Options {
  /** Returns the value to store for the typed text; null if the text is not a complete value. */
  read(text: string): string | null;
  /** Returns true if the text has exactly the displayed format. */
  isInDisplayFormat(text: string): boolean;
  value: unknown;
  isCell: boolean;
  onChange(value: unknown): void;
}

interface TypedDate {
  /**
   * The value for the picker. During typing it changes only when a typed text has the displayed format, because the
   * picker would overwrite a text in another format.
   */
  shownValue: unknown;
  onType(event: FormEvent<HTMLElement>): void;
  /**
   * Call when typing has ended: the field was left, Enter was pressed, or a date was chosen. `isChosen`: a date was
   * chosen, so the typed text is dropped.
   */
  endTyping(isChosen?: boolean): void;
}

interface Typing {
  text: string;
  /** The value before the typing. */
  valueBefore: unknown;
  /** The value last passed to `onChange`. */
  lastPassed: unknown;
}

/**
 * Accepts typed texts for a date or time picker in any of the usual forms (2026-1-2, 20260102, 8:30). The picker itself
 * accepts only its exact format and drops other texts on blur; a cell closes even before the picker has accepted a
 * text. In a form field, the value is passed to `onChange` on blur; in a cell, at once.
 */
export function useTypedDate({ read, isInDisplayFormat, value, isCell, onChange }: Options): TypedDate {
  const typing = useRef<Typing | null>(null);
  /** The value that the picker shows during typing; null otherwise. */
  const [shown, setShown] = useState<{ value: unknown } | null>(null);
  return {
    shownValue: shown === null ? value : shown.value,
    onType({ target }) {
      if (!(target instanceof HTMLInputElement)) return;
      const current: Typing = typing.current ?? { text: '', valueBefore: value, lastPassed: value };
      typing.current = current;
      current.text = target.value;
      const typedValue = read(current.text);
      // the picker rewrites the text from the value that it shows; in any other format, it would change the text
      const canPickerShowIt = typedValue !== null && isInDisplayFormat(current.text);
      setShown((before) => (canPickerShowIt ? { value: typedValue } : (before ?? { value: current.valueBefore })));
      const next = typedValue ?? current.valueBefore;
      if (!isCell || next === current.lastPassed) return;
      current.lastPassed = next;
      onChange(next);
    },
    endTyping(isChosen = false) {
      const next = typing.current === null || isChosen ? null : read(typing.current.text);
      typing.current = null;
      setShown(null);
      if (next !== null && next !== value) onChange(next);
    },
  };
}
