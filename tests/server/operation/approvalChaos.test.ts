import { expect, it } from 'vitest';
import { runApprovals, STEPS } from '../../chaos/approvals.ts';

/** A short run of `npm run chaos -- approvals`. */
it('approvals survive a server that is killed at random moments: no acknowledged step is lost, none is done twice, no task is orphaned', async () => {
  const { faults, finished, steps, kills } = await runApprovals({
    adminUrl: process.env['DATABASE_URL'] || null,
    applications: 3,
    leastKills: 1,
    say: () => undefined,
  });
  expect(faults).toEqual([]);
  expect(finished).toBeGreaterThanOrEqual(3);
  expect(steps).toBe(finished * STEPS);
  expect(kills).toBeGreaterThan(0);
}, 900_000);
