import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Design } from './model/design.ts';
import type { PaletteSet } from './model/palette.ts';
import type { Syllables } from '../keys/proposeFieldKey.ts';

/** What every view of the designer shares. */
export interface Designing {
  design: Design;
  palette: PaletteSet;
  /** The table of syllables that keys are made with; null while it is loading. */
  syllables(): Syllables | null;
  /** Keys that records may hold already: they are not changed any more. */
  isPublished(key: string): boolean;
  /** Opens the palette's item at the chosen place. */
  insert(itemId: string): void;
}

export const DesigningContext = createContext<Designing | null>(null);

export function useDesigning(): Designing {
  const designing = useContext(DesigningContext);
  if (!designing) throw new Error('a part of the designer needs the designer around it');
  return designing;
}

/** One value of the design; the component is rendered again when it is another one. */
export function useDesign<T>(read: (design: Design) => T): T {
  const { design } = useDesigning();
  return useSyncExternalStore(
    design.subscribe,
    useCallback(() => read(design), [design, read]),
  );
}
