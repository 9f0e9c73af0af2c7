import { describe, expect, it } from 'vitest';
import { killInTurn, runServers } from '../../chaos/servers.ts';
import { runWrites } from '../../chaos/writes.ts';
import { isLong } from '../../support/tier.ts';

const adminUrl = process.env['DATABASE_URL'] || null;

/** A short run of `npm run chaos`, which kills a hundred times. */
describe('people at work', { timeout: 900_000 }, () => {
  // usually `approvalChaos` kills a server of PostgreSQL, and `store` one of the embedded database
  it.runIf(isLong)('lose nothing, and do nothing twice, when the server is killed at random moments', async () => {
    const { faults, records } = await runWrites(adminUrl, 10, () => undefined);
    expect(faults).toEqual([]);
    expect(records).toBeGreaterThan(0);
  });

  it.runIf(adminUrl && isLong)('go on at the other of two servers when one is killed', async () => {
    const { faults, records } = await runServers({ adminUrl: adminUrl!, servers: 2, harm: killInTurn(6) });
    expect(faults).toEqual([]);
    expect(records).toBeGreaterThan(0);
  });
});
