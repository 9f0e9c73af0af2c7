import { useMemo } from 'react';
import { rowMap, type KnownMenuTargets, ancestryOf } from '../../domain/menu/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import type { MenuEntryRow } from '../../runtime/services/menus.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';

export interface Menus {
  /** The entries that are neither deleted nor below a deleted entry, by id; the map has the order of the menu. */
  rows: ReadonlyMap<string, MenuEntryRow>;
  /** The deleted entries. */
  removed: MenuEntryRow[];
  roles: { code: string; name: string }[];
  /** The published screens. */
  screens: DocumentSummary[];
  /** The screens and roles to which an entry can refer. */
  knownTargets: KnownMenuTargets;
}

/** Loads the menu, and all screens and roles for its entries. Loads them again when others change the menu. */
export function useMenus() {
  const { menus, screens } = useServices();
  const { load, reload, refresh } = useLoad(() => Promise.all([menus.all(), screens.list()]), [menus, screens]);
  useServerEvents('menu', refresh);
  const value = useMemo((): Menus | null => {
    if (!load.value) return null;
    const [{ entries, roles }, documents] = load.value;
    const allRows = rowMap(entries);
    const published = documents.filter(({ version }) => version > 0);
    return {
      rows: rowMap(
        entries.filter(({ id }) => ancestryOf(allRows, id).every((row) => !(row as MenuEntryRow).isRemoved)),
      ),
      removed: entries.filter(({ isRemoved }) => isRemoved),
      roles,
      screens: published,
      knownTargets: {
        screens: new Set(published.map(({ key }) => key)),
        roles: new Set(roles.map(({ code }) => code)),
      },
    };
  }, [load.value]);
  return { load, menus: value, reload, refresh };
}
