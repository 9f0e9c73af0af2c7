import { expect, test } from 'vitest';
import { runWithoutOverlap } from '../../src/session/runWithoutOverlap.ts';

test('a run that fails ends neither the run that waits for it nor the later ones', async () => {
  let count = 0;
  const run = runWithoutOverlap(async () => {
    count += 1;
    if (count === 1) throw new Error('no connection');
  });
  const failed = run();
  const next = run();
  await expect(failed).rejects.toThrow('no connection');
  await next;
  await run();
  expect(count).toBe(3);
});
