import { createScrollMemory } from './scrollMemory.ts';

/** The elements a page is rendered into, in the document only while the page is shown. */
export interface PaneHost {
  host: HTMLElement;
  /** Dialogs and lists that open over the page: they come and go with it. */
  overlays: HTMLElement;
  show(): void;
  hide(): void;
  remove(): void;
  /** After `show`, when the page is laid out: brings back how far it was scrolled. */
  restore(): void;
}

/** What a page may not be taken out of the document for: it would begin anew. */
const FRAMES = 'iframe, video, audio, object, embed';

const made = (className: string): HTMLElement => Object.assign(document.createElement('div'), { className });

/** Where the keyboard belongs in the dialog that stands on top, if one is open; those that were closed keep a place in the tree. */
function placeInDialog(overlays: HTMLElement): HTMLElement | null {
  const dialog = [...overlays.querySelectorAll<HTMLElement>('[role="dialog"]')].findLast(
    (each) => each.getClientRects().length > 0,
  );
  return dialog?.querySelector<HTMLElement>('[tabindex="0"]') ?? dialog?.closest<HTMLElement>('[tabindex]') ?? null;
}

export function createPaneHost(slot: HTMLElement): PaneHost {
  const host = made('sf-pane');
  const overlays = made('sf-pane-overlays');
  const memory = createScrollMemory(host, () => slot.closest<HTMLElement>('.sf-main'));
  /** Where the keyboard was in an open dialog: without it Esc would not close it. One that was still opening had not got it yet. */
  let focused: HTMLElement | null = null;
  return {
    host,
    overlays,
    restore() {
      memory.restore();
      (focused ?? placeInDialog(overlays))?.focus({ preventScroll: true });
      focused = null;
    },
    show() {
      if (host.parentElement !== slot) slot.append(host);
      host.hidden = false;
      document.body.append(overlays);
    },
    hide() {
      memory.save();
      focused = overlays.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
      overlays.remove();
      if (host.querySelector(FRAMES)) host.hidden = true;
      else host.remove();
    },
    remove() {
      host.remove();
      overlays.remove();
    },
  };
}
