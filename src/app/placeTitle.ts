import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useSessionState } from '../session/context.ts';
import type { MenuEntry } from '../session/menu.ts';
import { trailOfPlace } from '../session/menuLookup.ts';

/** Title of the menu entry that this place belongs to; '' when none does. */
export function usePlaceTitle(): string {
  const { pathname, search } = useLocation();
  const { modules } = useSessionState();
  return useMemo(() => trailOfPlace(modules as MenuEntry[], pathname, search).pop()?.title ?? '', [modules, pathname, search]);
}
