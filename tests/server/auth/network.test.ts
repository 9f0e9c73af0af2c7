import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeAttempt, ADDRESS_LIMIT } from '../../../src/server/auth/throttle.ts';
import { networkOf } from '../../../src/server/auth/network.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

it.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:a01:203', '10.1.2.3'],
  ['::1', '::1'],
  ['127.0.0.1', '127.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ['no address', 'no address'],
  ['', ''],
])('%s counts as %s: one network of the new addresses is one place', (address, place) => {
  expect(networkOf(address)).toBe(place);
});

it('whoever has a network of the new addresses does not begin to count anew with each of them', async () => {
  const wrong = (index: number) =>
    judgeAttempt(
      server.context,
      { username: `nobody${index}`, address: `2001:db8:9:9::${(index + 1).toString(16)}` },
      () => Promise.resolve(null),
    ).then(
      () => 'judged',
      (error: { code?: string }) => error.code,
    );
  for (let index = 0; index < ADDRESS_LIMIT; index += 1) expect(await wrong(index)).toBe('judged');
  expect(await wrong(ADDRESS_LIMIT)).toBe('A0211');
});
