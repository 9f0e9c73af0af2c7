import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bitsOf } from '../auth/secretBits.ts';

const COUNT = 20_000;
/** Ids of one and the same millisecond, made by a process of their own that nobody told anything. */
const madeElsewhere = async (): Promise<string[]> => {
  const program = `import { newId } from './src/server/store/newId.ts'; for (let made = 0; made < ${COUNT}; made += 1) console.log(newId(1));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program],
    { cwd: join(import.meta.dirname, '..', '..', '..'), maxBuffer: 2 ** 22 },
  );
  return stdout.trim().split('\n');
};

it('two processes never make the same id, in the same millisecond neither: behind the time are 80 random bits', async () => {
  const [one, other] = (await Promise.all([madeElsewhere(), madeElsewhere()])) as [string[], string[]];
  expect([one.length, other.length, new Set([...one, ...other]).size]).toEqual([COUNT, COUNT, 2 * COUNT]);
  expect([...one, ...other].filter((id) => !/^000000000001[0-9a-f]{20}$/.test(id))).toEqual([]);
  expect(
    bitsOf(
      [...one.slice(0, 50), ...other.slice(0, 50)].map((id) => Buffer.from(id.slice(12), 'hex').toString('base64url')),
    ),
  ).toEqual({ bits: 80, fixed: 0 });
});
