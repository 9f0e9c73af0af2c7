import { proxy } from 'valtio/vanilla';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { readJson, type KeyStore } from '../../session/keys.ts';
import { tabKey, tabKeyOf } from './tabKey.ts';

/** One visited place (TA-010). `id` stays while the address of the place changes: a new record gets its number. */
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
  /** Ids of the tabs whose pages are kept alive, the last shown first (TA-011). */
  cachedViews: string[];
  /** Id of the tab that is shown; '' on a page without a tab. */
  active: string;
  /** How often a tab's page was made anew. */
  turns: Record<string, number>;
}

/** A place the router shows. */
export interface TabPlace {
  path: string;
  search: string;
  title: string;
  affix: boolean;
  noCache: boolean;
}

/** TA-010: what stands for the title of a place that has none. */
export const NO_NAME = 'no-name';
const STORED = 'visitedViews';

export interface Tabs {
  state: TabsState;
  /** Shows a place: its tab, or a new one (TA-004). Replacing the address of the shown place keeps its tab. Answers the tab's id. */
  visit(place: TabPlace, isReplaced: boolean): string;
  isOpen(id: string): boolean;
  /** A page without a tab is shown. */
  visitNone(): void;
  /** Pinned places stand first and are there from the start; places that are no longer served go. */
  prepare(pinned: readonly TabPlace[], isServed: (path: string) => boolean): void;
  /** Which tabs a command would close; pinned ones never (TA-002, TA-005…008). */
  toClose(command: CloseCommand, id: string): string[];
  close(ids: readonly string[]): void;
  /** Where to go when these are closed: the tab shown most recently of those left (null: the shown one stays). */
  nextAfter(ids: readonly string[]): string | null;
  /** The place shown before this one; null when it was the first. */
  shownBefore(id: string): string | null;
  refresh(id: string): void;
  /** The same for the tab of an address; nothing when there is none. */
  refreshAt(address: string): void;
  rename(id: string, title: string | null): void;
  hold(id: string, keeper: LeaveHandler): () => void;
  /** What of these tabs would lose values: whom to ask, and where. */
  blocked(ids: readonly string[]): { keeper: LeaveHandler; tab: TabView }[];
  /** Asks the guards anew which tabs have unsaved values. */
  mark(): void;
  /** 0 keeps no page alive but the shown one. */
  setLimit(limit: number): void;
}

export type CloseCommand = 'one' | 'others' | 'left' | 'right' | 'all';

export const addressOf = ({ path, search }: Pick<TabView, 'path' | 'search'>): string => path + search;

/** Paths of the tabs that this window has open, as it keeps them. */
export const openPaths = (storage: Pick<KeyStore, 'getItem'>): string[] =>
  (readJson<TabView[]>(storage, STORED) ?? []).flatMap((tab) => (typeof tab?.path === 'string' ? [tab.path] : []));

export function createTabs(storage: Pick<KeyStore, 'getItem' | 'setItem'>): Tabs {
  const saved = (readJson<TabView[]>(storage, STORED) ?? []).filter((tab) => typeof tab?.path === 'string');
  let count = 0;
  const make = (place: TabPlace): TabView => ({
    ...place,
    title: place.title || NO_NAME,
    id: `tab-${(count += 1)}`,
    isDirty: false,
  });
  const state = proxy<TabsState>({ visitedViews: saved.map(make), cachedViews: [], active: '', turns: {} });
  const guards = new Map<string, Set<LeaveHandler>>();
  const named = new Map<string, string>();
  /** Ids by when they were shown, the last first. */
  let recent: string[] = [];
  let limit = 0;

  const tabOf = (id: string): TabView | undefined => state.visitedViews.find((tab) => tab.id === id);
  const isHeld = (id: string): boolean => [...(guards.get(id) ?? [])].some((guard) => guard.hasUnsaved());
  const keep = (): void =>
    storage.setItem(STORED, JSON.stringify(state.visitedViews.map(({ id: _id, isDirty: _dirty, ...place }) => place)));
  const recount = (): void => {
    const mayStay = recent.filter((id) => tabOf(id)?.noCache === false);
    // unsaved values are never dropped for want of room
    state.cachedViews = mayStay.filter((id, index) => index < limit || (limit > 0 && isHeld(id)));
  };

  const close = (ids: readonly string[]): void => {
    const gone = new Set(ids.filter((id) => tabOf(id)?.affix === false));
    state.visitedViews = state.visitedViews.filter(({ id }) => !gone.has(id));
    recent = recent.filter((id) => !gone.has(id));
    for (const id of gone) {
      guards.delete(id);
      named.delete(id);
    }
    recount();
    keep();
  };

  const refresh = (id: string): void => {
    guards.delete(id);
    named.delete(id);
    state.turns[id] = (state.turns[id] ?? 0) + 1;
  };

  return {
    state,
    close,
    visit(place, isReplaced) {
      const shown = tabOf(state.active);
      const key = tabKey(place.path, place.search);
      const isSame = (tab: TabView): boolean => tabKey(tab.path, tab.search) === key;
      const found = state.visitedViews.find(isSame) ?? (isReplaced && shown?.path === place.path ? shown : undefined);
      const tab = found ?? make(place);
      if (found)
        Object.assign(found, {
          search: place.search,
          noCache: place.noCache,
          ...(named.has(found.id) ? {} : { title: place.title || NO_NAME }),
        });
      else state.visitedViews = [...state.visitedViews, tab];
      state.active = tab.id;
      recent = [tab.id, ...recent.filter((id) => id !== tab.id)];
      recount();
      keep();
      return tab.id;
    },
    isOpen: (id) => tabOf(id) !== undefined,
    visitNone() {
      state.active = '';
    },
    prepare(pinned, isServed) {
      const others = state.visitedViews.filter(
        ({ path }) => isServed(path) && !pinned.some((place) => place.path === path),
      );
      const first = pinned.map((place) => state.visitedViews.find(({ path }) => path === place.path) ?? make(place));
      state.visitedViews = [
        ...first.map((tab) => ({ ...tab, affix: true })),
        ...others.map((tab) => ({ ...tab, affix: false })),
      ];
      recount();
    },
    toClose(command, id) {
      const at = state.visitedViews.findIndex((tab) => tab.id === id);
      const chosen = state.visitedViews.filter(
        (_tab, index) =>
          ({
            one: index === at,
            others: index !== at,
            left: index < at,
            right: index > at,
            all: true,
          })[command],
      );
      return chosen.filter(({ affix }) => !affix).map((tab) => tab.id);
    },
    nextAfter(ids) {
      if (!ids.includes(state.active)) return null;
      const left = state.visitedViews.filter(({ id }) => !ids.includes(id));
      const next = recent.map((id) => left.find((tab) => tab.id === id)).find(Boolean) ?? left.at(-1);
      return next ? addressOf(next) : '/';
    },
    shownBefore(id) {
      const before = recent
        .filter((other) => other !== id)
        .map(tabOf)
        .find(Boolean);
      return before ? addressOf(before) : null;
    },
    refresh,
    refreshAt(address) {
      const tab = state.visitedViews.find(({ path, search }) => tabKey(path, search) === tabKeyOf(address));
      if (tab) refresh(tab.id);
    },
    rename(id, title) {
      const tab = tabOf(id);
      if (!tab) return;
      if (title) named.set(id, (tab.title = title));
      else named.delete(id);
      keep();
    },
    hold(id, keeper) {
      const held = guards.get(id) ?? new Set();
      guards.set(id, held.add(keeper));
      return () => {
        held.delete(keeper);
      };
    },
    blocked: (ids) =>
      state.visitedViews
        .filter(({ id }) => ids.includes(id))
        .flatMap((tab) =>
          [...(guards.get(tab.id) ?? [])].filter((keeper) => keeper.hasUnsaved()).map((keeper) => ({ keeper, tab })),
        ),
    mark() {
      for (const tab of state.visitedViews) {
        const isDirty = isHeld(tab.id);
        if (tab.isDirty !== isDirty) tab.isDirty = isDirty;
      }
    },
    setLimit(next) {
      limit = next;
      recount();
    },
  };
}
