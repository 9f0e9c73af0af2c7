import { expect, it } from 'vitest';
import { runApprovals, STEPS } from '../../chaos/approvals.ts';

/** A short run of `npm run chaos -- approvals`. */
it('approvals survive a server that is killed at random moments: no acknowledged step is lost, none is done twice, no task is orphaned', async () => {
  const { faults, steps, kills } = await runApprovals({ adminUrl: process.env['DATABASE_URL'] || null, applications: 3, say: () => undefined });
  expect(faults).toEqual([]);
  expect(steps).toBe(3 * STEPS);
  expect(kills).toBeGreaterThan(0);
}, 900_000);
