import fc, { SEED } from '../support/fc.ts';
import { usualOrLong } from '../support/tier.ts';

/** FC_RUNS: cases of the whole run; the numbers of cases that the properties name add up to about NAMED. */
const NAMED = 10_000;
const FACTOR = Number(process.env.FC_RUNS ?? usualOrLong(1000, 100_000)) / NAMED;

/** Time that a property may take in a long run, in ms. */
export const PATIENCE = 2 * 60 * 60 * 1000;

export interface Effort {
  /** Its share of 10,000 cases. */
  cases: number;
}

/** FC_PATH, as a failure printed it, replays one case; FC_SHRINK=0 shows it unshrunk. */
const parameters = (numRuns: number) => ({
  seed: SEED,
  numRuns,
  path: process.env.FC_PATH ?? '',
  endOnFailure: process.env.FC_SHRINK === '0',
});

const report = (name: string, cases: number): void => {
  process.stdout.write(`property: ${name}: ${cases} cases, FC_SEED=${SEED}\n`);
};

/** Checks a property over generated cases; always prints the seed, so that any run can be repeated. */
export function holds<T>(name: string, arbitrary: fc.Arbitrary<T>, check: (value: T) => void, { cases }: Effort): void {
  const numRuns = Math.max(1, Math.round(cases * FACTOR));
  report(name, numRuns);
  fc.assert(fc.property(arbitrary, check), parameters(numRuns));
}

/** The same for a check that waits. */
export async function holdsAsync<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  check: (value: T) => Promise<void>,
  { cases }: Effort,
): Promise<void> {
  const numRuns = Math.max(1, Math.round(cases * FACTOR));
  report(name, numRuns);
  await fc.assert(fc.asyncProperty(arbitrary, check), parameters(numRuns));
}
