import type { NavigateOptions, Navigator, To } from 'react-router-dom';

/** Answers true to hold a step back; `proceed` makes it after all. `to` is null for a step in the history. */
export type StepHandler = (to: string | null, proceed: () => void) => boolean;

/** Guards of one router, in the order they came; several pages are alive at once and go in any order. */
const gates = new WeakMap<Navigator, StepHandler[]>();

/** A link's target as one text. */
const addressOf = (to: To): string => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`);

function gateOf(navigator: Navigator): StepHandler[] {
  const known = gates.get(navigator);
  if (known) return known;
  const handlers: StepHandler[] = [];
  gates.set(navigator, handlers);
  const push = navigator.push.bind(navigator);
  const go = navigator.go.bind(navigator);
  const isHeld: StepHandler = (to, proceed) => [...handlers].reverse().some((handler) => handler(to, proceed));
  // The navigator is the router's one object for all links; there is no other way in.
  navigator.push = (to: To, state?: unknown, options?: NavigateOptions) => {
    const step = (): void => push(to, state, options);
    if (!isHeld(addressOf(to), step)) step();
  };
  navigator.go = (delta: number) => {
    if (!isHeld(null, () => go(delta))) go(delta);
  };
  return handlers;
}

/** Asks the handler before each step of the router that is not the browser's own. Answers the release. */
export function holdNavigator(navigator: Navigator, handler: StepHandler): () => void {
  const handlers = gateOf(navigator);
  handlers.push(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at !== -1) handlers.splice(at, 1);
  };
}
