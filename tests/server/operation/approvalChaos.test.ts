import { expect, it } from 'vitest';
import { runApprovals, STEPS } from '../../chaos/approvals.ts';
import { isLong, usualOrLong } from '../../support/tier.ts';

/** A short run of `npm run chaos -- approvals`. */
it('approvals survive a server that is killed at random moments: no acknowledged step is lost, none is done twice, no task is orphaned', async () => {
  const applications = usualOrLong(1, 12);
  const { faults, finished, steps, kills } = await runApprovals({
    adminUrl: process.env['DATABASE_URL'] || null,
    applications,
    leastKills: 1,
    mostKills: usualOrLong(1, Infinity),
    isTakenOverAtOnce: !isLong,
    say: () => undefined,
  });
  expect(faults).toEqual([]);
  expect(finished).toBeGreaterThanOrEqual(applications);
  expect(steps).toBe(finished * STEPS);
  expect(kills).toBeGreaterThan(0);
}, 900_000);
