import { proxy } from 'valtio/vanilla';
import { KEYS, readJson, type KeyStore } from '../../session/keys.ts';

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

/** Appearance of the layout, kept under these names (SD-002…008, LS-010). */
export interface LayoutSettings {
  /** Modules stand in the top bar; otherwise they are the first level of the sidebar. */
  topNav: boolean;
  tagsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  dynamicTitle: boolean;
  sideTheme: 'dark' | 'light';
  theme: string;
  /** Brightness of the page: `auto` follows the system. */
  mode: 'light' | 'dark' | 'auto';
}

/** EN-011 */
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
  /** Takes effect at once, for this visit. */
  change(change: Partial<LayoutSettings>): void;
  /** Takes effect at once and is kept (LS-002). */
  resize(size: Size): void;
  /** Keeps what is set now for the next visits. */
  save(): void;
  /** Back to the defaults, now and for the next visits. */
  reset(): void;
  /** Keeps up with the system's brightness; answers the release. */
  followSystem(query: MediaQueryList): () => void;
  /** Whether something is set that is not kept. */
  isChanged(): boolean;
}

const COLOUR = /^#[0-9a-f]{6}$/i;
const SIZES: readonly Size[] = ['default', 'large', 'small'];

/** What is stored by hand, by an older build or by another product of the family is read as far as it makes sense. */
export function readLayout(stored: unknown): LayoutSettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const flag = (name: keyof LayoutSettings): boolean =>
    typeof given[name] === 'boolean' ? given[name] : (DEFAULTS[name] as boolean);
  return {
    topNav: flag('topNav'),
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    dynamicTitle: flag('dynamicTitle'),
    sideTheme: String(given.sideTheme).endsWith('light') ? 'light' : 'dark',
    theme: COLOUR.test(String(given.theme)) ? String(given.theme).toLowerCase() : DEFAULTS.theme,
    mode: given.mode === 'dark' || given.mode === 'auto' ? given.mode : 'light',
  };
}

export const isDark = ({ layout: { mode }, isSystemDark }: SettingsState): boolean =>
  mode === 'dark' || (mode === 'auto' && isSystemDark);

export function createSettings(storage: Pick<KeyStore, 'getItem' | 'setItem' | 'removeItem'>): Settings {
  const kept = (): LayoutSettings => readLayout(readJson(storage, KEYS.layout));
  const size = storage.getItem(KEYS.size) as Size;
  const state = proxy<SettingsState>({
    layout: kept(),
    size: SIZES.includes(size) ? size : 'default',
    isSystemDark: false,
  });
  return {
    state,
    change(change) {
      Object.assign(state.layout, change);
    },
    resize(next) {
      state.size = next;
      storage.setItem(KEYS.size, next);
    },
    save: () => storage.setItem(KEYS.layout, JSON.stringify(state.layout)),
    reset() {
      storage.removeItem(KEYS.layout);
      storage.removeItem(KEYS.size);
      Object.assign(state.layout, DEFAULTS);
      state.size = 'default';
    },
    followSystem(query) {
      const follow = (): void => {
        state.isSystemDark = query.matches;
      };
      follow();
      query.addEventListener('change', follow);
      return () => query.removeEventListener('change', follow);
    },
    isChanged: () => JSON.stringify(kept()) !== JSON.stringify({ ...state.layout }),
  };
}
