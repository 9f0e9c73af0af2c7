import { useRef, useState, type FormEvent, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { Dayjs } from 'dayjs';

export type DateRange = [Dayjs | null, Dayjs | null];

interface Options {
  /** Parses the text of one end in any of the usual forms; null if it is not a date or time. */
  read(text: string): Dayjs | null;
  /** Returns true if the text has exactly the picker's format: the picker itself accepts it. */
  isInDisplayFormat(text: string): boolean;
  value: DateRange;
  /** Called with both ends in chronological order. */
  onChange(range: DateRange): void;
  /** True if a single end is a value, as in filters. Default: both ends are needed. */
  isSingleEndAllowed?: boolean;
}

const inOrder = ([start, end]: DateRange): DateRange =>
  start && end && start.isAfter(end) ? [end, start] : [start, end];

/**
 * Accepts typed texts for a range picker (FT-004, FT-006) in any of the usual forms (2026-1-2, 20260102, 8:30). The
 * picker itself discards a text that is not in its own format when the input of a start or end loses the focus. This
 * hook parses the text before that, and when the user presses Enter. If both ends are needed, it keeps and shows the
 * first one until the other one is entered.
 */
export function useTypedRange({ read, isInDisplayFormat, value, onChange, isSingleEndAllowed = false }: Options) {
  const texts = useRef<[string | null, string | null]>([null, null]);
  /** The ends that the picker has accepted for the current value, before it reports both. */
  const acceptedRange = useRef<{ valueKey: string; range: DateRange } | null>(null);
  /** A range with one end, shown until the other end is entered. */
  const [incomplete, setIncomplete] = useState<{ valueKey: string; range: DateRange } | null>(null);
  // compared as text, because the caller may create a new pair at each render
  const valueKey = value.map((end) => end?.valueOf() ?? '').join();
  const shownRange = incomplete?.valueKey === valueKey ? incomplete.range : value;

  const readEnd = (index: 0 | 1): void => {
    const text = texts.current[index];
    texts.current[index] = null;
    if (text === null || isInDisplayFormat(text)) return;
    const date = read(text);
    if (date === null) return;
    const [start, end] = acceptedRange.current?.valueKey === valueKey ? acceptedRange.current.range : shownRange;
    const range = inOrder(index === 0 ? [date, end] : [start, date]);
    if (isSingleEndAllowed || (range[0] && range[1])) {
      setIncomplete(null);
      onChange(range);
    } else {
      acceptedRange.current = { valueKey, range };
      setIncomplete({ valueKey, range });
    }
  };
  const endOf = ({ currentTarget, target }: SyntheticEvent<HTMLElement>): 0 | 1 | null => {
    const index = [...currentTarget.querySelectorAll('input')].indexOf(target as HTMLInputElement);
    return index === 0 || index === 1 ? index : null;
  };
  return {
    shownRange,
    /** For `onCalendarChange` of the picker. */
    onAccepted(dates: readonly (Dayjs | null)[] | null): void {
      acceptedRange.current = { valueKey, range: [dates?.[0] ?? null, dates?.[1] ?? null] };
    },
    /** Props for an element around the picker. */
    wrapperProps: {
      onChange(event: FormEvent<HTMLElement>): void {
        const index = endOf(event);
        if (index !== null) texts.current[index] = (event.target as HTMLInputElement).value;
      },
      // in the capture phase: before the picker discards the text
      onBlurCapture(event: SyntheticEvent<HTMLElement>): void {
        const index = endOf(event);
        if (index !== null) readEnd(index);
      },
      onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void {
        const index = event.key === 'Enter' ? endOf(event) : null;
        if (index !== null) readEnd(index);
      },
    },
  };
}
