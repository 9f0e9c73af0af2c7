import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import type { Layout } from './layoutState.ts';

export const LayoutContext = createContext<Layout | null>(null);

export function useLayout(): Layout {
  const layout = useContext(LayoutContext);
  if (layout === null) throw new Error('the layout is missing: render inside the shell widget');
  return layout;
}

export const useLayoutState = () => useSnapshot(useLayout().state);
