import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import { createTabs, type Tabs } from './tabs.ts';

/** Stands alone (a shell without its widget, a test) with tabs that keep nothing. */
export const TabsContext = createContext<Tabs>(createTabs({ getItem: () => null, setItem: () => undefined }));
export const useTabs = (): Tabs => useContext(TabsContext);
export const useTabsState = () => useSnapshot(useTabs().state);
