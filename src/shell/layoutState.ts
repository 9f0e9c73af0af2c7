import { proxy } from 'valtio/vanilla';
import { KEYS, type KeyStore } from '../session/keys.ts';

/** SH-008: below this width the device is mobile. */
export const DESKTOP = 992;

export interface LayoutState {
  device: 'desktop' | 'mobile';
  /** The wide sidebar on a desktop; on a mobile device the drawer. */
  isOpen: boolean;
  withoutAnimation: boolean;
}

export interface Layout {
  state: LayoutState;
  /** Toggles and keeps the choice (SB-001, SB-002). */
  toggle(): void;
  /** SB-004 */
  close(options?: { withoutAnimation: boolean }): void;
  /** Follows the width of the window: a mobile device starts with a closed sidebar (SH-008). */
  resize(width: number): void;
}

/** SB-003: open when the saved value is absent or not 0. A desktop's choice is not touched by a mobile device. */
const savedOpen = (storage: KeyStore): boolean => {
  const saved = storage.getItem(KEYS.sidebar);
  return saved === null || Number(saved) !== 0;
};

export function createLayout(storage: KeyStore, width: number): Layout {
  const deviceOf = (w: number): LayoutState['device'] => (w < DESKTOP ? 'mobile' : 'desktop');
  const state = proxy<LayoutState>({
    device: deviceOf(width),
    isOpen: deviceOf(width) === 'desktop' && savedOpen(storage),
    withoutAnimation: false,
  });
  const keep = (): void => {
    if (state.device === 'desktop') storage.setItem(KEYS.sidebar, state.isOpen ? '1' : '0');
  };
  return {
    state,
    toggle() {
      state.withoutAnimation = false;
      state.isOpen = !state.isOpen;
      keep();
    },
    close({ withoutAnimation } = { withoutAnimation: false }) {
      state.withoutAnimation = withoutAnimation;
      state.isOpen = false;
      keep();
    },
    resize(next) {
      const device = deviceOf(next);
      if (device === state.device) return;
      Object.assign(state, { device, withoutAnimation: true, isOpen: device === 'desktop' && savedOpen(storage) });
    },
  };
}
