import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CompiledColumn } from '../../kernel/index.ts';
import { layoutColumns, type ColumnLayout, type LayoutSettings } from './columns.ts';

const AS_WRITTEN: LayoutSettings = { widths: {} };

/** Reads what this browser keeps of a person's wishes for one table; anything else than that counts as none. */
function readWish(key: string): LayoutSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<LayoutSettings> | null;
    if (typeof kept !== 'object' || kept === null) return AS_WRITTEN;
    const widths = Object.fromEntries(
      Object.entries(kept.widths ?? {}).filter(([, width]) => typeof width === 'number' && width > 0),
    );
    const { frozenTo } = kept;
    return { widths, ...(frozenTo === null || typeof frozenTo === 'string' ? { frozenTo } : {}) };
  } catch {
    return AS_WRITTEN;
  }
}

function keepWish(key: string, wish: LayoutSettings): void {
  try {
    if (Object.keys(wish.widths).length === 0 && wish.frozenTo === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(wish));
  } catch {
    // a full or forbidden store: the wish holds until the page is left
  }
}

/** A drag changes the width at every move; it is kept when the hand rests, in ms. */
const REST_MS = 400;

export interface ColumnControl {
  layout: readonly ColumnLayout[];
  /** 0 is the configured width again. */
  resize(column: string, width: number): void;
  /** Up to and with this column; null: none. */
  freeze(column: string | null): void;
  /** Widths and frozen columns as the document has them. */
  resetLayout(): void;
  /** True when the person changed something. */
  hasWish: boolean;
}

/**
 * Widths and frozen columns of one table as this person wants them, remembered in this browser by person, form and
 * table.
 */
export function useColumnLayout(columns: readonly CompiledColumn[], key: string): ColumnControl {
  const [wish, setWish] = useState(() => readWish(key));
  const kept = useRef(wish);
  const latest = useRef(wish);
  useEffect(() => {
    latest.current = wish;
    if (kept.current === wish) return undefined;
    const timer = window.setTimeout(() => {
      kept.current = wish;
      keepWish(key, wish);
    }, REST_MS);
    return () => window.clearTimeout(timer);
  }, [key, wish]);
  // a page that is left before the hand has rested
  useEffect(
    () => () => {
      if (kept.current !== latest.current) keepWish(key, latest.current);
    },
    [key],
  );
  const resize = useCallback(
    (column: string, width: number) =>
      setWish((before) => {
        const { [column]: _old, ...others } = before.widths;
        return { ...before, widths: width > 0 ? { ...others, [column]: width } : others };
      }),
    [],
  );
  const freeze = useCallback((frozenTo: string | null) => setWish((before) => ({ ...before, frozenTo })), []);
  const resetLayout = useCallback(() => setWish(AS_WRITTEN), []);
  const layout = useMemo(() => layoutColumns(columns, wish), [columns, wish]);
  const hasWish = wish.frozenTo !== undefined || Object.keys(wish.widths).length > 0;
  return useMemo(
    () => ({ layout, resize, freeze, resetLayout, hasWish }),
    [layout, resize, freeze, resetLayout, hasWish],
  );
}
