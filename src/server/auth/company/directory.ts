import { Client, InvalidCredentialsError } from 'ldapts';
import { Refusal } from '../../http/refusal.ts';
import type { DirectorySettings } from '../../signInSettings.ts';

const TIME_MS = 8_000;

/** What the directory says of a name and password. `entry`: the distinguished name of who has the name. */
export type Judgement = { kind: 'right' | 'wrong'; entry: string } | { kind: 'nobody' };

/** Signs of a filter that would end the value it stands in (RFC 4515). */
const escaped = (value: string): string =>
  // oxlint-disable-next-line no-control-regex -- NUL is one of them
  value.replace(/[\\*()\u0000]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

async function connected<T>({ url, startTls }: DirectorySettings, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ url, timeout: TIME_MS, connectTimeout: TIME_MS });
  try {
    if (startTls) await client.startTLS({});
    return await work(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

/**
 * Looks a person up in the directory and tries their password there, on a connection of its own. More than one entry of
 * a name counts as nobody. Refuses with DIRECTORY_AWAY when the directory cannot be asked.
 */
export async function askDirectory(
  settings: DirectorySettings,
  username: string,
  password: string,
): Promise<Judgement> {
  // a bind without a password succeeds as nobody in particular (RFC 4513, section 5.1.2)
  if (username === '' || password === '') return { kind: 'nobody' };
  try {
    const entries = await connected(settings, async (client) => {
      if (settings.bindDn !== null) await client.bind(settings.bindDn, settings.bindPassword ?? '');
      const { searchEntries } = await client.search(settings.base, {
        scope: 'sub',
        filter: settings.filter.replaceAll('{username}', escaped(username)),
        attributes: ['dn'],
        sizeLimit: 2,
      });
      return searchEntries.map(({ dn }) => dn);
    });
    const [entry] = entries;
    if (entry === undefined || entries.length > 1) return { kind: 'nobody' };
    const isRight = await connected(settings, async (client) =>
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
