import type { Db } from '../store/database.ts';
import { isEncrypted, type SecretCipher } from '../store/secretCipher.ts';
import { MAIL_CHANNEL_ID } from './tables.ts';

interface StoredAddress {
  id: string;
  url: string;
  secret: string;
}

/** Returns the text to which the encryption of a column of a channel is bound (`owner` of `SecretCipher`). */
const ownerOf = (id: string, column: 'url' | 'secret'): string => `sys_channel/${id}/${column}`;

/**
 * Encrypts the address and the secret of a channel for storing; the address of a robot contains a token. For the mail
 * channel, both are stored as plain text: its address is the name of a server.
 */
export const encryptAddress = (cipher: SecretCipher, { id, url, secret }: StoredAddress): Omit<StoredAddress, 'id'> =>
  id === MAIL_CHANNEL_ID
    ? { url, secret }
    : {
        url: cipher.encrypt(url, ownerOf(id, 'url')),
        secret: secret === '' ? '' : cipher.encrypt(secret, ownerOf(id, 'secret')),
      };

/** Decrypts the address and secret of a channel; null if they were encrypted with the key of another installation. */
export function decryptAddress(
  cipher: SecretCipher,
  { id, url, secret }: StoredAddress,
): Omit<StoredAddress, 'id'> | null {
  const decrypted = {
    url: isEncrypted(url) ? cipher.decrypt(url, ownerOf(id, 'url')) : url,
    secret: isEncrypted(secret) ? cipher.decrypt(secret, ownerOf(id, 'secret')) : secret,
  };
  return decrypted.url === null || decrypted.secret === null ? null : { url: decrypted.url, secret: decrypted.secret };
}

/**
 * Encrypts the addresses and secrets that an earlier version stored as plain text; runs at each start. Returns the
 * number of newly encrypted channels, and the names of the channels that cannot be decrypted with this key.
 */
export async function encryptChannels(
  db: Db,
  cipher: SecretCipher,
): Promise<{ encryptedCount: number; unreadableNames: string[] }> {
  const rows = await db.selectFrom('sys_channel').select(['id', 'name', 'url', 'secret']).execute();
  let encryptedCount = 0;
  for (const row of rows) {
    if (row.id === MAIL_CHANNEL_ID || isEncrypted(row.url)) continue;
    const { numUpdatedRows } = await db
      .updateTable('sys_channel')
      .set(encryptAddress(cipher, row))
      .where('id', '=', row.id)
      // an administrator or another starting server may have changed the row in the meantime
      .where('url', '=', row.url)
      .where('secret', '=', row.secret)
      .executeTakeFirst();
    encryptedCount += Number(numUpdatedRows);
  }
  return {
    encryptedCount,
    unreadableNames: rows.filter((row) => decryptAddress(cipher, row) === null).map(({ name }) => name),
  };
}
