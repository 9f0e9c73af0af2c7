/**
 * The browser's back and forward, seen before the router sees them. Listeners of one window run in the order they
 * were added, so this file must be loaded before the router is mounted: the composition root imports it first.
 *
 * A handler answers true when it keeps the event from the router (`stopImmediatePropagation`): the others, of pages
 * behind the shown one or around a dialog, are not asked then.
 */
type PopHandler = (event: PopStateEvent) => boolean;

/** One window has one history; who guards it last stands in front. */
const handlers: PopHandler[] = [];

window.addEventListener('popstate', (event) => {
  [...handlers].reverse().some((handler) => handler(event));
});

/** Hands popstate events to the handler. Answers the release. */
export function holdPop(handler: PopHandler): () => void {
  handlers.push(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at !== -1) handlers.splice(at, 1);
  };
}
