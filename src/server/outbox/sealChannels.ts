import type { Db } from '../store/database.ts';
import { isSealed, type SecretBox } from '../store/secretBox.ts';
import { MAIL_CHANNEL } from './tables.ts';

interface StoredAddress {
  id: string;
  url: string;
  secret: string;
}

/** The owner to which an encrypted value of a channel is bound (`SecretBox`). */
const ownerOf = (id: string, column: 'url' | 'secret'): string => `sys_channel/${id}/${column}`;

/**
 * Encrypts the address (that of a robot contains its token) and the secret for storing. For the mail channel both stay
 * plain: its address is the name of a server.
 */
export const sealAddress = (box: SecretBox, { id, url, secret }: StoredAddress): Omit<StoredAddress, 'id'> =>
  id === MAIL_CHANNEL
    ? { url, secret }
    : { url: box.seal(url, ownerOf(id, 'url')), secret: secret === '' ? '' : box.seal(secret, ownerOf(id, 'secret')) };

/** Decrypts the address and secret of a channel; null where they were encrypted with another installation's key. */
export function openAddress(box: SecretBox, { id, url, secret }: StoredAddress): Omit<StoredAddress, 'id'> | null {
  const opened = {
    url: isSealed(url) ? box.open(url, ownerOf(id, 'url')) : url,
    secret: isSealed(secret) ? box.open(secret, ownerOf(id, 'secret')) : secret,
  };
  return opened.url === null || opened.secret === null ? null : { url: opened.url, secret: opened.secret };
}

/**
 * Encrypts addresses that an earlier version stored as plain text; runs at each start. Returns how many were encrypted,
 * and the names of channels that this key does not decrypt.
 */
export async function sealChannels(db: Db, box: SecretBox): Promise<{ sealed: number; unreadable: string[] }> {
  const rows = await db.selectFrom('sys_channel').select(['id', 'name', 'url', 'secret']).execute();
  let sealed = 0;
  for (const row of rows) {
    if (row.id === MAIL_CHANNEL || isSealed(row.url)) continue;
    const { numUpdatedRows } = await db
      .updateTable('sys_channel')
      .set(sealAddress(box, row))
      .where('id', '=', row.id)
      // an administrator or another starting server may have changed the row in the meantime
      .where('url', '=', row.url)
      .where('secret', '=', row.secret)
      .executeTakeFirst();
    sealed += Number(numUpdatedRows);
  }
  return { sealed, unreadable: rows.filter((row) => openAddress(box, row) === null).map(({ name }) => name) };
}
