import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CompiledColumn } from '../../kernel/index.ts';
import { layoutColumns, type ColumnLayout, type LayoutSettings } from './columns.ts';

const DEFAULT_SETTINGS: LayoutSettings = { widths: {} };

/** Reads one person's settings for a table from local storage; malformed settings are ignored. */
function readSettings(key: string): LayoutSettings {
  try {
    const storedSettings = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<LayoutSettings> | null;
    if (typeof storedSettings !== 'object' || storedSettings === null) return DEFAULT_SETTINGS;
    const widths = Object.fromEntries(
      Object.entries(storedSettings.widths ?? {}).filter(([, width]) => typeof width === 'number' && width > 0),
    );
    const { frozenTo } = storedSettings;
    return { widths, ...(frozenTo === null || typeof frozenTo === 'string' ? { frozenTo } : {}) };
  } catch {
    return DEFAULT_SETTINGS;
  }
}

function storeSettings(key: string, settings: LayoutSettings): void {
  try {
    if (Object.keys(settings.widths).length === 0 && settings.frozenTo === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // storage is full or forbidden: the settings are lost when the page is closed
  }
}

/** Debounce time in ms before changed settings are saved, because a drag changes the width at every move. */
const SAVE_DEBOUNCE_MS = 400;

export interface ColumnControl {
  layout: readonly ColumnLayout[];
  /** Sets the width in px; 0 restores the configured width. */
  resize(column: string, width: number): void;
  /** Freezes all columns up to and including this one; null: none. */
  freeze(column: string | null): void;
  /** Restores the widths and frozen columns of the document. */
  resetLayout(): void;
  /** True if the person changed a width or the frozen columns. */
  isCustomized: boolean;
}

/**
 * Returns widths and frozen columns of one table. A person's changes are stored in the browser under `key`, which
 * contains the person, form and table.
 */
export function useColumnLayout(columns: readonly CompiledColumn[], key: string): ColumnControl {
  const [settings, setSettings] = useState(() => readSettings(key));
  const lastStored = useRef(settings);
  const latest = useRef(settings);
  useEffect(() => {
    latest.current = settings;
    if (lastStored.current === settings) return undefined;
    const timer = window.setTimeout(() => {
      lastStored.current = settings;
      storeSettings(key, settings);
    }, SAVE_DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [key, settings]);
  // saves changes if the table is unmounted before the debounce has ended
  useEffect(
    () => () => {
      if (lastStored.current !== latest.current) storeSettings(key, latest.current);
    },
    [key],
  );
  const resize = useCallback(
    (column: string, width: number) =>
      setSettings((before) => {
        const { [column]: _oldWidth, ...otherWidths } = before.widths;
        return { ...before, widths: width > 0 ? { ...otherWidths, [column]: width } : otherWidths };
      }),
    [],
  );
  const freeze = useCallback((frozenTo: string | null) => setSettings((before) => ({ ...before, frozenTo })), []);
  const resetLayout = useCallback(() => setSettings(DEFAULT_SETTINGS), []);
  const layout = useMemo(() => layoutColumns(columns, settings), [columns, settings]);
  const isCustomized = settings.frozenTo !== undefined || Object.keys(settings.widths).length > 0;
  return useMemo(
    () => ({ layout, resize, freeze, resetLayout, isCustomized }),
    [layout, resize, freeze, resetLayout, isCustomized],
  );
}
