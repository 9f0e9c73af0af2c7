import { describe, expect, it } from 'vitest';
import { killInTurn, runServers } from '../../chaos/servers.ts';
import { runWrites } from '../../chaos/writes.ts';
import { isLong, usualOrLong } from '../../support/tier.ts';

const adminUrl = process.env['DATABASE_URL'] || null;

/** A short run of `npm run chaos`, which kills a hundred times. */
describe('people at work', { timeout: 900_000 }, () => {
  // usually on the embedded database alone: with PostgreSQL the next test kills servers over the same work
  it.skipIf(adminUrl && !isLong)(
    'lose nothing, and do nothing twice, when the server is killed at random moments',
    async () => {
      const { faults, records } = await runWrites(adminUrl, usualOrLong(1, 10), () => undefined);
      expect(faults).toEqual([]);
      expect(records).toBeGreaterThan(0);
    },
  );

  // usually on PostgreSQL the approvals of `approvalChaos` are killed alone
  it.runIf(adminUrl && isLong)('go on at the other of two servers when one is killed', async () => {
    const { faults, records } = await runServers({
      adminUrl: adminUrl!,
      servers: 2,
      harm: killInTurn(usualOrLong(1, 6)),
    });
    expect(faults).toEqual([]);
    expect(records).toBeGreaterThan(0);
  });
});
