import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The author of the current writes: a person, or the product itself while it loads its own documents. `address`: the IP
 * address of the request.
 */
export interface Actor {
  userId: string;
  userName: string;
  address: string;
  requestId: string;
  /** True if writes are permitted even if the disk is nearly full (`store/space.ts`). */
  isAllowedWhenFull?: boolean;
  /** True while the product's own documents are being loaded. Then nobody is notified. */
  isSeeding?: boolean;
}

const actors = new AsyncLocalStorage<Actor>();

/** Runs the work, and everything that it awaits, with this actor. */
export const runAs = <T>(actor: Actor, work: () => T): T => actors.run(actor, work);

/** Returns the actor of the current work; undefined if there is none. */
export const currentActor = (): Actor | undefined => actors.getStore();

/** The product itself while it loads its own documents. */
export const SEEDING_ACTOR: Actor = { userId: '', userName: '', address: '', requestId: '', isSeeding: true };
