import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Design } from './model/design.ts';
import type { PaletteSet } from './model/palette.ts';
import type { ToSyllables } from '../keys/generateKeyFromName.ts';

/** The context that all views of the designer share. */
export interface Designing {
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

export const DesigningContext = createContext<Designing | null>(null);

export function useDesigning(): Designing {
  const designing = useContext(DesigningContext);
  if (!designing) throw new Error('a part of the designer needs the designer around it');
  return designing;
}

/** Reads a value from the design; the component is rendered again when the value changes. */
export function useDesign<T>(read: (design: Design) => T): T {
  const { design } = useDesigning();
  return useSyncExternalStore(
    design.subscribe,
    useCallback(() => read(design), [design, read]),
  );
}
