import { Client, InvalidCredentialsError } from 'ldapts';
import { Refusal } from '../../http/refusal.ts';
import type { DirectorySettings } from '../../signInSettings.ts';

/**
 * Result of checking a name and password in the directory. 'right', 'wrong': whether the password is correct; `entry`:
 * the distinguished name of the person. 'nobody': the name or password is empty, or the directory has no entry or
 * several entries with this name.
 */
export type DirectoryVerdict = { kind: 'right' | 'wrong'; entry: string } | { kind: 'nobody' };

/** Escapes characters that have a special meaning in an LDAP search filter (RFC 4515). */
const escapeFilterValue = (value: string): string =>
  // oxlint-disable-next-line no-control-regex -- NUL is one of these characters
  value.replace(/[\\*()\u0000]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`);

async function withConnection<T>(
  { url, startTls, timeoutMs }: DirectorySettings,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs });
  try {
    if (startTls) await client.startTLS({});
    return await work(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

/**
 * Searches for a person in the directory and verifies their password by a bind on a separate connection. A name with
 * several entries is treated as unknown. Refuses with DIRECTORY_AWAY if a call to the directory fails, e.g. because it
 * does not answer or rejects this product's own bind.
 */
export async function verifyInDirectory(
  settings: DirectorySettings,
  username: string,
  password: string,
): Promise<DirectoryVerdict> {
  // a bind without a password succeeds as an anonymous bind (RFC 4513, section 5.1.2)
  if (username === '' || password === '') return { kind: 'nobody' };
  try {
    const entries = await withConnection(settings, async (client) => {
      if (settings.bindDn !== null) await client.bind(settings.bindDn, settings.bindPassword ?? '');
      const { searchEntries } = await client.search(settings.base, {
        scope: 'sub',
        filter: settings.filter.replaceAll('{username}', escapeFilterValue(username)),
        attributes: ['dn'],
        sizeLimit: 2,
      });
      return searchEntries.map(({ dn }) => dn);
    });
    const [entry] = entries;
    if (entry === undefined || entries.length > 1) return { kind: 'nobody' };
    const isRight = await withConnection(settings, async (client) =>
      client.bind(entry, password).then(
        () => true,
        (error: unknown) => {
          if (error instanceof InvalidCredentialsError) return false;
          throw error;
        },
      ),
    );
    return { kind: isRight ? 'right' : 'wrong', entry };
  } catch (error) {
    throw Object.assign(new Refusal('DIRECTORY_AWAY'), { cause: error });
  }
}
