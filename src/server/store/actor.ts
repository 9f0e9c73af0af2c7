import { AsyncLocalStorage } from 'node:async_hooks';

/** Who writes: a person with where they call from, or the product itself while it loads what it ships. */
export interface Actor {
  userId: string;
  userName: string;
  address: string;
  requestId: string;
  /** Done though the disk is nearly full (`store/space.ts`). */
  needsNoRoom?: boolean;
  /** What ships with the product is no news to anybody. */
  isSeeding?: boolean;
}

const actors = new AsyncLocalStorage<Actor>();

/** Runs the work, and everything it awaits, in the name of this actor. */
export const runAs = <T>(actor: Actor, work: () => T): T => actors.run(actor, work);

/** In whose name the present work is done; undefined outside of any. */
export const currentActor = (): Actor | undefined => actors.getStore();

export const SEEDING: Actor = { userId: '', userName: '', address: '', requestId: '', isSeeding: true };
