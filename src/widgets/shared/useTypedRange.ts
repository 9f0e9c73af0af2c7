import { useRef, useState, type FormEvent, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { Dayjs } from 'dayjs';

export type DateRange = [Dayjs | null, Dayjs | null];

interface Options {
  /** Reads the text of one end in any of the usual forms; null if it is no date or time. */
  read(text: string): Dayjs | null;
  /** Whether the text is exactly as the picker shows a value: the picker accepts it itself. */
  isShown(text: string): boolean;
  value: DateRange;
  /** Called with both ends, in their order. */
  onChange(range: DateRange): void;
  /** True if one end alone is a value, as in filters. Default: both ends are needed. */
  isOpenAllowed?: boolean;
}

const inOrder = ([start, end]: DateRange): DateRange =>
  start && end && start.isAfter(end) ? [end, start] : [start, end];

/**
 * For pickers of a range (FT-004, FT-006). The picker drops a text that is not exactly in its format when its end is
 * left. Such a text is read here when the end is left or Enter is pressed, in any of the usual forms (2026-1-2,
 * 20260102, 8:30). An end waits here, and is shown, until the other one is entered, too.
 */
export function useTypedRange({ read, isShown, value, onChange, isOpenAllowed = false }: Options) {
  const texts = useRef<[string | null, string | null]>([null, null]);
  /** The ends that the picker has taken for this value, before it passes on both. */
  const taken = useRef<{ of: string; range: DateRange } | null>(null);
  const [waiting, setWaiting] = useState<{ of: string; range: DateRange } | null>(null);
  // compared as text: a caller may make a new pair at each render
  const of = value.map((end) => end?.valueOf() ?? '').join();
  const shownRange = waiting?.of === of ? waiting.range : value;

  const finish = (index: 0 | 1): void => {
    const text = texts.current[index];
    texts.current[index] = null;
    if (text === null || isShown(text)) return;
    const date = read(text);
    if (date === null) return;
    const [start, end] = taken.current?.of === of ? taken.current.range : shownRange;
    const range = inOrder(index === 0 ? [date, end] : [start, date]);
    if (isOpenAllowed || (range[0] && range[1])) {
      setWaiting(null);
      onChange(range);
    } else {
      taken.current = { of, range };
      setWaiting({ of, range });
    }
  };
  const indexOf = ({ currentTarget, target }: SyntheticEvent<HTMLElement>): 0 | 1 | null => {
    const index = [...currentTarget.querySelectorAll('input')].indexOf(target as HTMLInputElement);
    return index === 0 || index === 1 ? index : null;
  };
  return {
    shownRange,
    /** For `onCalendarChange` of the picker. */
    onTaken(dates: readonly (Dayjs | null)[] | null): void {
      taken.current = { of, range: [dates?.[0] ?? null, dates?.[1] ?? null] };
    },
    /** For an element around the picker. */
    around: {
      onChange(event: FormEvent<HTMLElement>): void {
        const index = indexOf(event);
        if (index !== null) texts.current[index] = (event.target as HTMLInputElement).value;
      },
      // before the picker drops the text
      onBlurCapture(event: SyntheticEvent<HTMLElement>): void {
        const index = indexOf(event);
        if (index !== null) finish(index);
      },
      onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void {
        const index = event.key === 'Enter' ? indexOf(event) : null;
        if (index !== null) finish(index);
      },
    },
  };
}
