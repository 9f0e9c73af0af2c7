import { useCallback, useMemo, useState } from 'react';
import type { ListColumn } from './compile.ts';

/** Only what the person changed is kept, so that a column added later appears by itself. */
type Choice = Readonly<Record<string, boolean>>;

function read(key: string): Choice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return kept !== null && typeof kept === 'object' ? (kept as Choice) : {};
  } catch {
    return {};
  }
}

export interface ColumnChoice {
  shown: readonly ListColumn[];
  isShown(field: string): boolean;
  toggle(field: string, isShown: boolean): void;
  restore(): void;
}

/** Which columns a person shows on one screen; kept in the browser. At least one column stays. */
export function useColumnChoice(screen: string, columns: readonly ListColumn[]): ColumnChoice {
  const key = `columns:${screen}`;
  const [choice, setChoice] = useState(() => read(key));
  const keep = useCallback(
    (next: Choice) => {
      setChoice(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // A browser that keeps nothing still shows the choice until the page is left.
      }
    },
    [key],
  );
  return useMemo(() => {
    const isShown = (field: string): boolean =>
      choice[field] ?? !columns.find((column) => column.field === field)?.isHidden;
    const chosen = columns.filter((column) => isShown(column.field));
    return {
      shown: chosen.length > 0 ? chosen : columns.slice(0, 1),
      isShown,
      toggle: (field, next) => keep({ ...choice, [field]: next }),
      restore: () => keep({}),
    };
  }, [choice, columns, keep]);
}
