import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import { createSettings, type Settings } from './settings.ts';

/** The composition root provides the person's settings; without a provider the defaults apply. */
export const SettingsContext = createContext<Settings>(
  createSettings({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined }),
);
export const useSettings = (): Settings => useContext(SettingsContext);
export const useSettingsState = () => useSnapshot(useSettings().state);
export const useLayoutSettings = () => useSettingsState().layout;
