import { proxy } from 'valtio/vanilla';
import { KEYS, type KeyStore } from '../session/keys.ts';

/** SH-008: below this window width, in pixels, the device counts as mobile. */
export const MIN_DESKTOP_WIDTH = 992;

export interface LayoutState {
  device: 'desktop' | 'mobile';
  /** True if the sidebar is wide (desktop) or the drawer is open (mobile device). */
  isOpen: boolean;
  withoutAnimation: boolean;
}

export interface Layout {
  state: LayoutState;
  /** Opens or closes the sidebar and stores the choice (SB-001, SB-002). */
  toggle(): void;
  /** SB-004: closes the sidebar. */
  close(options?: { withoutAnimation: boolean }): void;
  /** Follows the width of the window: a mobile device starts with a closed sidebar (SH-008). */
  resize(width: number): void;
}

/** SB-003: open when the stored value is absent or not 0. Only desktops store the choice. */
const readStoredIsOpen = (storage: KeyStore): boolean => {
  const savedChoice = storage.getItem(KEYS.sidebar);
  return savedChoice === null || Number(savedChoice) !== 0;
};

export function createLayout(storage: KeyStore, width: number): Layout {
  const deviceOf = (windowWidth: number): LayoutState['device'] =>
    windowWidth < MIN_DESKTOP_WIDTH ? 'mobile' : 'desktop';
  const state = proxy<LayoutState>({
    device: deviceOf(width),
    isOpen: deviceOf(width) === 'desktop' && readStoredIsOpen(storage),
    withoutAnimation: false,
  });
  const saveChoice = (): void => {
    if (state.device === 'desktop') storage.setItem(KEYS.sidebar, state.isOpen ? '1' : '0');
  };
  return {
    state,
    toggle() {
      state.withoutAnimation = false;
      state.isOpen = !state.isOpen;
      saveChoice();
    },
    close({ withoutAnimation } = { withoutAnimation: false }) {
      state.withoutAnimation = withoutAnimation;
      state.isOpen = false;
      saveChoice();
    },
    resize(newWidth) {
      const device = deviceOf(newWidth);
      if (device === state.device) return;
      Object.assign(state, {
        device,
        withoutAnimation: true,
        isOpen: device === 'desktop' && readStoredIsOpen(storage),
      });
    },
  };
}
