import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import { createSettings, type Settings } from './settings.ts';

/** The composition root gives the person's own; without it the defaults hold. */
export const SettingsContext = createContext<Settings>(
  createSettings({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined }),
);
export const useSettings = (): Settings => useContext(SettingsContext);
export const useSettingsState = () => useSnapshot(useSettings().state);
export const useLayoutSettings = () => useSettingsState().layout;
