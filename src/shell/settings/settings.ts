import { proxy } from 'valtio/vanilla';
import { STORAGE_KEYS, readJson, type StorageLike } from '../../session/keys.ts';

/** SD-009: the predefined colours, the default first. All are dark enough for white text. */
export const COLOURS: readonly { value: string; name: string }[] = [
  { value: '#005bec', name: '默认蓝' },
  { value: '#0a6f78', name: '青黛' },
  { value: '#237a1e', name: '松绿' },
  { value: '#8a5a00', name: '琥珀' },
  { value: '#b4430f', name: '赤陶' },
  { value: '#c2185b', name: '玫红' },
  { value: '#6a3fc0', name: '黛紫' },
  { value: '#3d4f6b', name: '石墨' },
];

/** Appearance of the layout, stored under these property names (SD-002…008, LS-010). */
export interface LayoutSettings {
  /** Shows modules in the top bar instead of as the first level of the sidebar. */
  topNav: boolean;
  /** Shows the tab bar. */
  tagsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  /** Shows the title of the current page in the title of the browser's tab. */
  dynamicTitle: boolean;
  sideTheme: 'dark' | 'light';
  /** The main colour, as `#rrggbb`. */
  theme: string;
  /** Brightness of the page: `auto` follows the system. */
  mode: 'light' | 'dark' | 'auto';
}

/** EN-011: size of controls and texts. */
export type Size = 'default' | 'large' | 'small';

export const DEFAULTS: LayoutSettings = {
  topNav: true,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  dynamicTitle: true,
  sideTheme: 'dark',
  theme: COLOURS[0].value,
  mode: 'light',
};

export interface SettingsState {
  layout: LayoutSettings;
  size: Size;
  isSystemDark: boolean;
}

export interface Settings {
  state: SettingsState;
  /** Applies the change at once, without storing it. */
  change(change: Partial<LayoutSettings>): void;
  /** Applies the size at once and stores it (LS-002). */
  setSize(size: Size): void;
  /** Stores the current layout settings. */
  save(): void;
  /** Restores the defaults and deletes the stored settings. */
  reset(): void;
  /** Follows the dark mode of the operating system. Returns a function that ends the subscription. */
  followSystem(query: MediaQueryList): () => void;
  /** Returns true if the current layout settings differ from the stored settings. */
  isChanged(): boolean;
}

const HEX_COLOUR = /^#[0-9a-f]{6}$/i;
const SIZES: readonly Size[] = ['default', 'large', 'small'];

/** Reads stored settings; a property that is missing or invalid, e.g. from an older build, gets its default. */
export function readLayout(stored: unknown): LayoutSettings {
  const values = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const readFlag = (name: keyof LayoutSettings): boolean =>
    typeof values[name] === 'boolean' ? values[name] : (DEFAULTS[name] as boolean);
  return {
    topNav: readFlag('topNav'),
    tagsView: readFlag('tagsView'),
    fixedHeader: readFlag('fixedHeader'),
    sidebarLogo: readFlag('sidebarLogo'),
    dynamicTitle: readFlag('dynamicTitle'),
    sideTheme: String(values.sideTheme).endsWith('light') ? 'light' : 'dark',
    theme: HEX_COLOUR.test(String(values.theme)) ? String(values.theme).toLowerCase() : DEFAULTS.theme,
    mode: values.mode === 'dark' || values.mode === 'auto' ? values.mode : 'light',
  };
}

export const isDark = ({ layout: { mode }, isSystemDark }: SettingsState): boolean =>
  mode === 'dark' || (mode === 'auto' && isSystemDark);

export function createSettings(storage: Pick<StorageLike, 'getItem' | 'setItem' | 'removeItem'>): Settings {
  const readStored = (): LayoutSettings => readLayout(readJson(storage, STORAGE_KEYS.layout));
  const size = storage.getItem(STORAGE_KEYS.size) as Size;
  const state = proxy<SettingsState>({
    layout: readStored(),
    size: SIZES.includes(size) ? size : 'default',
    isSystemDark: false,
  });
  return {
    state,
    change(change) {
      Object.assign(state.layout, change);
    },
    setSize(next) {
      state.size = next;
      storage.setItem(STORAGE_KEYS.size, next);
    },
    save: () => storage.setItem(STORAGE_KEYS.layout, JSON.stringify(state.layout)),
    reset() {
      storage.removeItem(STORAGE_KEYS.layout);
      storage.removeItem(STORAGE_KEYS.size);
      Object.assign(state.layout, DEFAULTS);
      state.size = 'default';
    },
    followSystem(query) {
      const update = (): void => {
        state.isSystemDark = query.matches;
      };
      update();
      query.addEventListener('change', update);
      return () => query.removeEventListener('change', update);
    },
    isChanged: () => JSON.stringify(readStored()) !== JSON.stringify({ ...state.layout }),
  };
}
