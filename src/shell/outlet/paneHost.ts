import { createScrollMemory } from './scrollMemory.ts';

/**
 * The elements that a page is rendered into. While the page is not shown, they are detached from the document; a `host`
 * with an element that would reload is hidden instead.
 */
export interface PaneHost {
  host: HTMLElement;
  /** Container of the dialogs and dropdowns of the page; always detached while the page is not shown. */
  overlays: HTMLElement;
  show(): void;
  hide(): void;
  remove(): void;
  /** Restores scroll positions and the focus; called after `show`, when the page is laid out. */
  restore(): void;
}

/** Elements that reload when they are detached and attached again. A page that contains one is only hidden. */
const RELOADING_ELEMENTS = 'iframe, video, audio, object, embed';

const createDiv = (className: string): HTMLElement => Object.assign(document.createElement('div'), { className });

/**
 * Finds the element to focus in the topmost visible dialog; null if no dialog is visible. Closed dialogs stay in the
 * tree, but are invisible.
 */
function findDialogFocus(overlays: HTMLElement): HTMLElement | null {
  const dialog = [...overlays.querySelectorAll<HTMLElement>('[role="dialog"]')].findLast(
    (each) => each.getClientRects().length > 0,
  );
  return dialog?.querySelector<HTMLElement>('[tabindex="0"]') ?? dialog?.closest<HTMLElement>('[tabindex]') ?? null;
}

/**
 * Returns the element that scrolls the page: the page area, or the layout next to the sidebar if the header scrolls,
 * too.
 */
const scrollerOf = (slot: HTMLElement): HTMLElement | null =>
  slot.closest<HTMLElement>(".sf-shell[data-header='flowing'] .sf-body") ?? slot.closest<HTMLElement>('.sf-main');

export function createPaneHost(slot: HTMLElement): PaneHost {
  const host = createDiv('sf-pane');
  const overlays = createDiv('sf-pane-overlays');
  const memory = createScrollMemory(host, () => scrollerOf(slot));
  /**
   * The element in `overlays` that had the focus when the page was hidden. It is focused again, because Esc closes a
   * dialog only if the focus is inside the dialog.
   */
  let focusedElement: HTMLElement | null = null;
  return {
    host,
    overlays,
    restore() {
      memory.restore();
      (focusedElement ?? findDialogFocus(overlays))?.focus({ preventScroll: true });
      focusedElement = null;
    },
    show() {
      if (host.parentElement !== slot) slot.append(host);
      host.hidden = false;
      document.body.append(overlays);
    },
    hide() {
      memory.save();
      focusedElement = overlays.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
      overlays.remove();
      if (host.querySelector(RELOADING_ELEMENTS)) host.hidden = true;
      else host.remove();
    },
    remove() {
      host.remove();
      overlays.remove();
    },
  };
}
