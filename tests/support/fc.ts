/**
 * The library of generated cases, with the seed of this run: FC_SEED where it is given (`npm test` gives one, so that a
 * change is never judged by cases that another run did not have), a new one otherwise. Tests take it from here alone.
 */
// eslint-disable-next-line no-restricted-imports
import fc from 'fast-check';

/** One seed for all properties of a process, so that one number replays a whole run. */
export const SEED = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));

fc.configureGlobal({ seed: SEED });

export default fc;
