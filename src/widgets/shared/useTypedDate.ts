import { useRef, useState, type FormEvent } from 'react';

interface Options {
  /** Reads a text that is being typed: the value to store; null while it is none. */
  read(text: string): string | null;
  /** Is the text exactly as the field shows its value? */
  isShown(text: string): boolean;
  value: unknown;
  isCell: boolean;
  onChange(value: unknown): void;
}

interface TypedDate {
  /** The value for the picker, which would rewrite the typed text if it were the typed date. */
  shownValue: unknown;
  onType(event: FormEvent<HTMLElement>): void;
  /** To be called when typing has ended: the field was left, Enter was pressed, or a date was chosen. */
  end(isChosen?: boolean): void;
}

interface Typing {
  text: string;
  /** The value before the typing. */
  start: unknown;
  /** The value that was passed on last. */
  emitted: unknown;
}

/**
 * For pickers of a date or time. The picker accepts only texts in exactly the format of the field, and drops others
 * when the field is left; a cell is left before the picker has accepted any. So the typed text is read here too, in any
 * of the usual forms (2026-1-2, 20260102, 8:30): in a form when the field is left, in a cell at once.
 */
export function useTypedDate({ read, isShown: isShownText, value, isCell, onChange }: Options): TypedDate {
  const typing = useRef<Typing | null>(null);
  /** The value that the picker shows while somebody types; null otherwise. */
  const [shown, setShown] = useState<{ value: unknown } | null>(null);
  return {
    shownValue: shown === null ? value : shown.value,
    onType({ target }) {
      if (!(target instanceof HTMLInputElement)) return;
      const current: Typing = typing.current ?? { text: '', start: value, emitted: value };
      typing.current = current;
      current.text = target.value;
      const typed = read(current.text);
      // a text in the format of the field is what the picker writes for it
      const isShown = typed !== null && isShownText(current.text);
      setShown((before) => (isShown ? { value: typed } : (before ?? { value: current.start })));
      const next = typed ?? current.start;
      if (!isCell || next === current.emitted) return;
      current.emitted = next;
      onChange(next);
    },
    end(isChosen = false) {
      const next = typing.current === null || isChosen ? null : read(typing.current.text);
      typing.current = null;
      setShown(null);
      if (next !== null && next !== value) onChange(next);
    },
  };
}
