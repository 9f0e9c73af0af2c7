import type { Db } from '../store/database.ts';
import { isSealed, type SecretBox } from '../store/secretBox.ts';
import { MAIL_CHANNEL } from './tables.ts';

interface Stored {
  id: string;
  url: string;
  secret: string;
}

/** What a sealed value of a channel is bound to. */
const owner = (id: string, column: 'url' | 'secret'): string => `sys_channel/${id}/${column}`;

/** An address (a robot's holds its token) and a secret as they are stored. Mail has neither: its address is the name of a server. */
export const sealedAddress = (box: SecretBox, { id, url, secret }: Stored): Omit<Stored, 'id'> =>
  id === MAIL_CHANNEL
    ? { url, secret }
    : { url: box.seal(url, owner(id, 'url')), secret: secret === '' ? '' : box.seal(secret, owner(id, 'secret')) };

/** The address and secret of a channel; null where they were sealed with another installation's key. */
export function openedAddress(box: SecretBox, { id, url, secret }: Stored): Omit<Stored, 'id'> | null {
  const opened = {
    url: isSealed(url) ? box.open(url, owner(id, 'url')) : url,
    secret: isSealed(secret) ? box.open(secret, owner(id, 'secret')) : secret,
  };
  return opened.url === null || opened.secret === null ? null : { url: opened.url, secret: opened.secret };
}

/** Seals what an earlier version stored as it was; at each start. Answers how many were sealed, and the names of those that this key does not open. */
export async function sealChannels(db: Db, box: SecretBox): Promise<{ sealed: number; unreadable: string[] }> {
  const rows = await db.selectFrom('sys_channel').select(['id', 'name', 'url', 'secret']).execute();
  let sealed = 0;
  for (const row of rows) {
    if (row.id === MAIL_CHANNEL || isSealed(row.url)) continue;
    const { numUpdatedRows } = await db
      .updateTable('sys_channel')
      .set(sealedAddress(box, row))
      .where('id', '=', row.id)
      // an administrator or another server that starts may have written it meanwhile
      .where('url', '=', row.url)
      .where('secret', '=', row.secret)
      .executeTakeFirst();
    sealed += Number(numUpdatedRows);
  }
  return { sealed, unreadable: rows.filter((row) => openedAddress(box, row) === null).map(({ name }) => name) };
}
