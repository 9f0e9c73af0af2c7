import { expect, it } from 'vitest';
import { soak } from '../../soak/run.ts';
import { usualOrLong } from '../../support/tier.ts';

/** A short run of `npm run soak`. */
it('people do the main job at once: no error, no lost update, nothing twice', async () => {
  const { faults, records, approvals } = await soak({
    adminUrl: process.env['DATABASE_URL'] || null,
    people: usualOrLong(6, 12),
    seconds: usualOrLong(2, 60),
    thinkMs: 150,
  });
  expect(faults).toEqual([]);
  expect(records).toBeGreaterThan(0);
  expect(approvals).toBeGreaterThan(0);
}, 300_000);
