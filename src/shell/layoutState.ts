import { proxy } from 'valtio/vanilla';
import { STORAGE_KEYS, type StorageLike } from '../session/keys.ts';

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
  /**
   * Sets the device for a new width of the window (SH-008). If the device changes, the sidebar is closed on a mobile
   * device; on a desktop it is opened or closed as last stored.
   */
  resize(width: number): void;
}

/** SB-003: the sidebar is open if the stored choice is absent or not 0. The choice is stored only on a desktop. */
const readStoredIsOpen = (storage: StorageLike): boolean => {
  const savedChoice = storage.getItem(STORAGE_KEYS.sidebar);
  return savedChoice === null || Number(savedChoice) !== 0;
};

export function createLayout(storage: StorageLike, width: number): Layout {
  const deviceOf = (windowWidth: number): LayoutState['device'] =>
    windowWidth < MIN_DESKTOP_WIDTH ? 'mobile' : 'desktop';
  const state = proxy<LayoutState>({
    device: deviceOf(width),
    isOpen: deviceOf(width) === 'desktop' && readStoredIsOpen(storage),
    withoutAnimation: false,
  });
  const saveChoice = (): void => {
    if (state.device === 'desktop') storage.setItem(STORAGE_KEYS.sidebar, state.isOpen ? '1' : '0');
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
