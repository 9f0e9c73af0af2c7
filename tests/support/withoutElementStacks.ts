/**
 * React's build for development stores with each element the stack and the debugger task of the place that made it.
 * This took a third of the processor time of the component tests. Without it a warning of React still names the
 * components around the fault, but not the line that made the element.
 *
 * Must be loaded before React, which looks for `console.createTask` once.
 */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
/** React counts the stacks, and makes no more of them above a limit. */
const COUNTER = 'recentlyCreatedOwnerStacks';

Reflect.deleteProperty(console, 'createTask');

const internals: unknown = Reflect.get(await import('react'), INTERNALS);
if (typeof internals !== 'object' || internals === null || !(COUNTER in internals))
  throw new Error(`expected "${COUNTER}" in the internals of React`);
Object.defineProperty(internals, COUNTER, {
  get: () => Number.POSITIVE_INFINITY,
  set() {
    // what React counts is of no use here
  },
  configurable: true,
});

export {};
