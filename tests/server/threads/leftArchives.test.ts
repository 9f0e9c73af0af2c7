import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { zip } from '../../../src/server/archive/index.ts';

it('an archive that its reader leaves in the middle closes the file that it was reading', async () => {
  let isClosed = false;
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield randomBytes(64 * 1024);
    } finally {
      isClosed = true;
    }
  }
  let chunks = 0;
  for await (const _chunk of zip([{ name: 'scan.bin', content: content() }])) {
    chunks += 1;
    if (chunks === 5) break;
  }
  expect(isClosed).toBe(true);
});
