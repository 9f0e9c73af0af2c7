/**
 * The browser's back and forward, seen before the router sees them. Listeners of one window run in the order they
 * were added, so this file must be loaded before the router is mounted: the composition root imports it first.
 */
type PopHandler = (event: PopStateEvent) => void;

/** One window has one history; who guards it last stands in front. */
const handlers: PopHandler[] = [];

window.addEventListener('popstate', (event) => handlers.at(-1)?.(event));

/** Hands every popstate to the handler, which may keep it from the router by `stopImmediatePropagation`. Answers the release. */
export function holdPop(handler: PopHandler): () => void {
  handlers.push(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at !== -1) handlers.splice(at, 1);
  };
}
