/**
 * Handler of the browser's back and forward buttons, called before the router sees the event. Returns true when it has
 * kept the event from the router (`stopImmediatePropagation`). The remaining handlers (of hidden pages, or of the page
 * below a dialog) are then not called.
 */
type PopHandler = (event: PopStateEvent) => boolean;

/** Module state, because a window has one history. The handler registered last is called first. */
const handlers: PopHandler[] = [];

// Listeners of a window run in the order in which they were added, so this file must be loaded before the router is
// mounted: the composition root imports it first.
window.addEventListener('popstate', (event) => {
  [...handlers].reverse().some((handler) => handler(event));
});

/** Registers a handler of popstate events. Returns the unregister function. */
export function registerPopHandler(handler: PopHandler): () => void {
  handlers.push(handler);
  return () => {
    const index = handlers.indexOf(handler);
    if (index !== -1) handlers.splice(index, 1);
  };
}
