import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitAttempt, ADDRESS_LIMIT, SITE_LIMIT } from '../../../src/server/auth/throttle.ts';
import { networkOf, siteOf } from '../../../src/server/auth/network.ts';
import { signInLocks } from '../../../src/server/auth/locks.ts';
import { secretHash } from '../../../src/server/auth/secret.ts';
import { secretCipherOf } from '../../../src/server/store/secretCipher.ts';
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
    limitAttempt(
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

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['10.1.2.3', null],
  ['::ffff:10.1.2.3', null],
  ['::1', null],
])('%s belongs to the site %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});

it('whoever has a site of many networks does not begin to count anew with each network, but may fail more often in it', async () => {
  const wrong = (network: number) =>
    limitAttempt(
      server.context,
      {
        username: `none${network}`,
        address: `2001:db8:7:${network.toString(16)}::1`,
      },
      () => Promise.resolve(null),
    ).then(
      () => 'judged',
      (error: { code?: string }) => error.code,
    );
  for (let network = 0; network < SITE_LIMIT; network += 1) expect(await wrong(network)).toBe('judged');
  expect(await wrong(SITE_LIMIT)).toBe('A0211');
  const locks = await signInLocks(server.context.db, 5);
  expect(locks.map(({ text, failures }) => [text, failures])).toContainEqual(['2001:db8:7::/48', SITE_LIMIT + 1]);
});

it('of a name that is no account only a keyed hash is kept, of an account its name', async () => {
  const typed = 'MyPassw0rd!2026';
  for (const username of [typed, 'Staff'])
    await limitAttempt(server.context, { username, address: '10.7.7.7' }, () => Promise.resolve(null));
  const rows = await server.context.db.selectFrom('auth_attempt').select('subject').execute();
  const subjects = rows.map(({ subject }) => subject);
  expect(subjects).toContain('account staff');
  expect(subjects.join(' ').toLowerCase()).not.toContain('passw0rd');
  // without the key nobody can try out which name was typed
  for (const guess of [typed, typed.toLowerCase()]) expect(subjects.join(' ')).not.toContain(secretHash(guess));
  expect(subjects).toContain(`account #${secretCipherOf(server.context.settings).hash(typed.toLowerCase())}`);
});
