import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import { createTabs, type Tabs } from './tabs.ts';

/** The default, for a shell without the tab bar widget and for tests, stores nothing. */
export const TabsContext = createContext<Tabs>(createTabs({ getItem: () => null, setItem: () => undefined }));
export const useTabs = (): Tabs => useContext(TabsContext);
export const useTabsState = () => useSnapshot(useTabs().state);
