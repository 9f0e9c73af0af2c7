import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Design } from './model/design.ts';
import type { PaletteSet } from './model/palette.ts';
import type { ToSyllables } from '../keys/generateKeyFromName.ts';

/** The context that all views of the designer share. */
export interface DesignerContextValue {
  design: Design;
  palette: PaletteSet;
  /** Returns the table of syllables from which keys are made; null while it is loading. */
  syllables(): ToSyllables | null;
  /** Returns true if a key was published: records may use it, so it must not change. */
  isPublished(key: string): boolean;
  /** Returns true if the field was published with an option of this value: records may contain it. */
  isPublishedOption(key: string, value: unknown): boolean;
  /** Present while the published version is loading or could not be loaded. */
  unknownVersion?: { error: unknown; retry(): void } | undefined;
  /** Inserts an item of the palette at the insertion point of the selection. */
  insert(itemId: string): void;
}

export const DesignerContext = createContext<DesignerContextValue | null>(null);

export function useDesignerContext(): DesignerContextValue {
  const context = useContext(DesignerContext);
  if (!context) throw new Error('a part of the designer needs the designer around it');
  return context;
}

/** Reads a value from the design; the component is rendered again when the value changes. */
export function useDesignValue<T>(read: (design: Design) => T): T {
  const { design } = useDesignerContext();
  return useSyncExternalStore(
    design.subscribe,
    useCallback(() => read(design), [design, read]),
  );
}
