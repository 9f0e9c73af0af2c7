import type { NavigateOptions, Navigator, To } from 'react-router-dom';

/** Returns true to block a navigation; `proceed` runs it later. `to`: target address; null for a history step. */
export type NavigationHandler = (to: string | null, proceed: () => void) => boolean;

/** Handlers by router, in order of registration. Several pages may be mounted, and unmounted in any order. */
const handlersByNavigator = new WeakMap<Navigator, NavigationHandler[]>();

/** Returns the target of a link as text. */
const addressOf = (to: To): string => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`);

/** Returns the handlers of a router. The first call replaces the router's methods by ones that call the handlers. */
function installHandlers(navigator: Navigator): NavigationHandler[] {
  const existingHandlers = handlersByNavigator.get(navigator);
  if (existingHandlers) return existingHandlers;
  const handlers: NavigationHandler[] = [];
  handlersByNavigator.set(navigator, handlers);
  const push = navigator.push.bind(navigator);
  const go = navigator.go.bind(navigator);
  const isBlocked: NavigationHandler = (to, proceed) => [...handlers].reverse().some((handler) => handler(to, proceed));
  // all links of the router use this navigator object, so its replaced methods intercept every navigation
  navigator.push = (to: To, state?: unknown, options?: NavigateOptions) => {
    const navigate = (): void => push(to, state, options);
    if (!isBlocked(addressOf(to), navigate)) navigate();
  };
  navigator.go = (delta: number) => {
    if (!isBlocked(null, () => go(delta))) go(delta);
  };
  return handlers;
}

/** Calls the handler before each navigation by the router (not by browser buttons). Returns the unregister function. */
export function interceptNavigator(navigator: Navigator, handler: NavigationHandler): () => void {
  const handlers = installHandlers(navigator);
  handlers.push(handler);
  return () => {
    const index = handlers.indexOf(handler);
    if (index !== -1) handlers.splice(index, 1);
  };
}
