import { proxy } from 'valtio/vanilla';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { readJson, type StorageLike } from '../../session/keys.ts';
import { tabKey, tabKeyOf } from './tabKey.ts';

/** One open tab (TA-010). `id` is stable even when the address changes, e.g. when a new record gets its id. */
export interface TabView {
  id: string;
  path: string;
  search: string;
  title: string;
  affix: boolean;
  noCache: boolean;
  isDirty: boolean;
}

export interface TabsState {
  visitedViews: TabView[];
  /** Ids of the tabs whose pages stay mounted, most recently shown first (TA-011). */
  cachedViews: string[];
  /** Id of the shown tab; '' on a page without a tab. */
  active: string;
  /** Number of refreshes by tab id; part of the React key of the page. */
  refreshCounts: Record<string, number>;
}

/** An address that the router shows, with the tab properties of its route. */
export interface TabTarget {
  path: string;
  search: string;
  title: string;
  /** The tab is pinned. */
  affix: boolean;
  /** The page is mounted again each time it is shown. */
  noCache: boolean;
}

/** TA-010: the title of a tab whose page has no title. */
export const NO_NAME = 'no-name';
const STORAGE_KEY = 'visitedViews';
/** Id of the person whose tabs are stored. Another person must not see the titles, which contain names of records. */
const OWNER_KEY = 'visitedViewsOwner';

export interface Tabs {
  state: TabsState;
  /**
   * Activates the tab of an address, or opens a new tab (TA-004). `isReplacement`: the navigation has replaced the
   * address of the shown tab. Then the shown tab is reused if its path is the same; if another tab already has the new
   * address, that tab is activated and the shown tab is closed, unless it has unsaved values. Returns the id of the
   * active tab.
   */
  visit(target: TabTarget, isReplacement: boolean): string;
  isOpen(id: string): boolean;
  /**
   * Changes the query of a hidden tab, e.g. of a new record that got its id while another tab is shown. If another tab
   * already has the new address, the hidden tab is closed, unless it has unsaved values.
   */
  changeHiddenTabQuery(id: string, search: string): void;
  /** Records that a page without a tab is shown. */
  visitPageWithoutTab(): void;
  /** Opens the pinned tabs in front of the others, and removes tabs whose path has no route any more (`isServed`). */
  prepare(pinned: readonly TabTarget[], isServed: (path: string) => boolean): void;
  /** Ids of the tabs that a command would close, without pinned tabs (TA-002, TA-005…008). */
  listClosable(command: CloseCommand, id: string): string[];
  close(ids: readonly string[]): void;
  /**
   * Address to show after closing these tabs: that of the most recently shown remaining tab, '/' if no tab remains;
   * null if the shown tab stays.
   */
  addressAfterClosing(ids: readonly string[]): string | null;
  /** Address of the most recently shown tab except this one; null if there is none. */
  previousAddress(id: string): string | null;
  refresh(id: string): void;
  /** Id of the tab with this address; null if no tab has it. */
  idAt(address: string): string | null;
  /** Sets the title of a tab; null: the tab takes its title from the next visited target again. */
  rename(id: string, title: string | null): void;
  /** Registers a leave handler of a page; returns a function that removes the handler. */
  registerLeaveHandler(id: string, leaveHandler: LeaveHandler): () => void;
  /** Returns the leave handlers with unsaved values among these tabs, each with its tab. */
  listUnsaved(ids: readonly string[]): { leaveHandler: LeaveHandler; tab: TabView }[];
  /** Updates `isDirty` of every tab from its leave handlers. */
  updateDirtyMarks(): void;
  /**
   * Sets the maximum number of mounted pages. 0: only the shown page and hidden pages with unsaved values are mounted.
   */
  setMountedLimit(limit: number): void;
}

export type CloseCommand = 'one' | 'others' | 'left' | 'right' | 'all';

export const addressOf = ({ path, search }: Pick<TabView, 'path' | 'search'>): string => path + search;

/** Paths of the open tabs of this window, read from storage. */
export const readOpenPaths = (storage: Pick<StorageLike, 'getItem'>): string[] =>
  (readJson<TabView[]>(storage, STORAGE_KEY) ?? []).flatMap((tab) => (typeof tab?.path === 'string' ? [tab.path] : []));

/** Creates the tabs of this window. Opens the stored tabs again if they belong to the same person (`ownerId`). */
export function createTabs(storage: Pick<StorageLike, 'getItem' | 'setItem'>, ownerId = ''): Tabs {
  const isSameOwner = (storage.getItem(OWNER_KEY) ?? '') === ownerId;
  const savedTabs = (isSameOwner ? (readJson<TabView[]>(storage, STORAGE_KEY) ?? []) : []).filter(
    (tab) => typeof tab?.path === 'string',
  );
  storage.setItem(OWNER_KEY, ownerId);
  if (!isSameOwner) storage.setItem(STORAGE_KEY, '[]');
  let lastTabNumber = 0;
  const createTab = (target: TabTarget): TabView => ({
    ...target,
    title: target.title || NO_NAME,
    id: `tab-${(lastTabNumber += 1)}`,
    isDirty: false,
  });
  const state = proxy<TabsState>({
    visitedViews: savedTabs.map(createTab),
    cachedViews: [],
    active: '',
    refreshCounts: {},
  });
  const leaveHandlers = new Map<string, Set<LeaveHandler>>();
  const customTitles = new Map<string, string>();
  /** Ids of the tabs, most recently shown first. */
  let recentIds: string[] = [];
  let mountedLimit = 0;

  const tabOf = (id: string): TabView | undefined => state.visitedViews.find((tab) => tab.id === id);
  const hasUnsaved = (id: string): boolean =>
    [...(leaveHandlers.get(id) ?? [])].some((handler) => handler.hasUnsaved());
  const storeTabs = (): void =>
    storage.setItem(
      STORAGE_KEY,
      JSON.stringify(state.visitedViews.map(({ id: _id, isDirty: _dirty, ...target }) => target)),
    );
  const updateCachedViews = (): void => {
    const cacheable = recentIds.filter((id) => tabOf(id)?.noCache === false);
    // a page with unsaved values stays mounted even beyond the limit. With limit 0 this applies only to hidden pages,
    // because the shown page asks for confirmation when the user leaves it
    state.cachedViews = cacheable.filter(
      (id, index) => index < mountedLimit || (hasUnsaved(id) && (mountedLimit > 0 || id !== state.active)),
    );
  };

  const close = (ids: readonly string[]): void => {
    const closedIds = new Set(ids.filter((id) => tabOf(id)?.affix === false));
    state.visitedViews = state.visitedViews.filter(({ id }) => !closedIds.has(id));
    recentIds = recentIds.filter((id) => !closedIds.has(id));
    for (const id of closedIds) {
      leaveHandlers.delete(id);
      customTitles.delete(id);
    }
    updateCachedViews();
    storeTabs();
  };

  const refresh = (id: string): void => {
    leaveHandlers.delete(id);
    customTitles.delete(id);
    state.refreshCounts[id] = (state.refreshCounts[id] ?? 0) + 1;
  };

  return {
    state,
    close,
    visit(target, isReplacement) {
      const shownTab = tabOf(state.active);
      const key = tabKey(target.path, target.search);
      const isSame = (tab: TabView): boolean => tabKey(tab.path, tab.search) === key;
      const existingTab =
        state.visitedViews.find(isSame) ?? (isReplacement && shownTab?.path === target.path ? shownTab : undefined);
      const tab = existingTab ?? createTab(target);
      if (existingTab)
        Object.assign(existingTab, {
          search: target.search,
          noCache: target.noCache,
          ...(customTitles.has(existingTab.id) ? {} : { title: target.title || NO_NAME }),
        });
      else state.visitedViews = [...state.visitedViews, tab];
      // the new address belongs to another tab: close the tab that was shown with the replaced address
      if (isReplacement && shownTab?.path === target.path && shownTab.id !== tab.id && !hasUnsaved(shownTab.id))
        close([shownTab.id]);
      state.active = tab.id;
      recentIds = [tab.id, ...recentIds.filter((id) => id !== tab.id)];
      updateCachedViews();
      storeTabs();
      return tab.id;
    },
    isOpen: (id) => tabOf(id) !== undefined,
    changeHiddenTabQuery(id, search) {
      const tab = tabOf(id);
      if (!tab || id === state.active) return;
      const key = tabKey(tab.path, search);
      const isTaken = state.visitedViews.some((other) => other.id !== id && tabKey(other.path, other.search) === key);
      if (!isTaken) tab.search = search;
      else if (!hasUnsaved(id)) close([id]);
      storeTabs();
    },
    visitPageWithoutTab() {
      state.active = '';
    },
    prepare(pinned, isServed) {
      const keyOf = ({ path, search }: Pick<TabTarget, 'path' | 'search'>): string => tabKey(path, search);
      const pinnedKeys = new Set(pinned.map(keyOf));
      const otherTabs = state.visitedViews.filter((tab) => isServed(tab.path) && !pinnedKeys.has(keyOf(tab)));
      const pinnedTabs = pinned.map(
        (target) => state.visitedViews.find((tab) => keyOf(tab) === keyOf(target)) ?? createTab(target),
      );
      state.visitedViews = [
        ...pinnedTabs.map((tab) => ({ ...tab, affix: true })),
        ...otherTabs.map((tab) => ({ ...tab, affix: false })),
      ];
      updateCachedViews();
    },
    listClosable(command, id) {
      const tabIndex = state.visitedViews.findIndex((tab) => tab.id === id);
      const selectedTabs = state.visitedViews.filter(
        (_tab, index) =>
          ({
            one: index === tabIndex,
            others: index !== tabIndex,
            left: index < tabIndex,
            right: index > tabIndex,
            all: true,
          })[command],
      );
      return selectedTabs.filter(({ affix }) => !affix).map((tab) => tab.id);
    },
    addressAfterClosing(ids) {
      if (!ids.includes(state.active)) return null;
      const remainingTabs = state.visitedViews.filter(({ id }) => !ids.includes(id));
      const next =
        recentIds.map((id) => remainingTabs.find((tab) => tab.id === id)).find(Boolean) ?? remainingTabs.at(-1);
      return next ? addressOf(next) : '/';
    },
    previousAddress(id) {
      const previousTab = recentIds
        .filter((other) => other !== id)
        .map(tabOf)
        .find(Boolean);
      return previousTab ? addressOf(previousTab) : null;
    },
    refresh,
    idAt: (address) =>
      state.visitedViews.find(({ path, search }) => tabKey(path, search) === tabKeyOf(address))?.id ?? null,
    rename(id, title) {
      const tab = tabOf(id);
      if (!tab) return;
      if (title) customTitles.set(id, (tab.title = title));
      else customTitles.delete(id);
      storeTabs();
    },
    registerLeaveHandler(id, leaveHandler) {
      const handlers = leaveHandlers.get(id) ?? new Set();
      leaveHandlers.set(id, handlers.add(leaveHandler));
      return () => {
        handlers.delete(leaveHandler);
      };
    },
    listUnsaved: (ids) =>
      state.visitedViews
        .filter(({ id }) => ids.includes(id))
        .flatMap((tab) =>
          [...(leaveHandlers.get(tab.id) ?? [])]
            .filter((leaveHandler) => leaveHandler.hasUnsaved())
            .map((leaveHandler) => ({ leaveHandler, tab })),
        ),
    updateDirtyMarks() {
      for (const tab of state.visitedViews) {
        const isDirty = hasUnsaved(tab.id);
        if (tab.isDirty !== isDirty) tab.isDirty = isDirty;
      }
    },
    setMountedLimit(next) {
      mountedLimit = next;
      updateCachedViews();
    },
  };
}
