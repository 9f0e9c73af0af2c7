import { chosenMethods, quietUntil, type MessageKindKey, type DeliveryMethod } from '../../domain/messageKinds.ts';
import type { Db } from '../store/database.ts';

/** Key of the row with settings for all kinds. */
export const ALL_KINDS = '*';

/** The data of a person that sending messages requires. */
export interface Receiver {
  id: string;
  username: string;
  name: string;
  email: string;
  notify: Readonly<Record<string, unknown>>;
}

/** Settings of the administrators for everybody: delivery ways by kind, and the quiet hours. */
export interface NotifyDefaults {
  ways: Readonly<Record<string, unknown>>;
  quietFrom: unknown;
  quietTo: unknown;
}

/** Reads the administrators' defaults for messages: the delivery ways by kind of message, and the quiet hours. */
export async function readDefaults(db: Db): Promise<NotifyDefaults> {
  const rows = await db
    .selectFrom('sys_message_kind')
    .select(['kind', 'ways', 'quiet_from', 'quiet_to'])
    .where((where) => where.or([where('ways', 'is not', null), where('kind', '=', ALL_KINDS)]))
    .execute();
  const rowOfAllKinds = rows.find(({ kind }) => kind === ALL_KINDS);
  return {
    ways: Object.fromEntries(rows.map(({ kind, ways }) => [kind, ways])),
    quietFrom: rowOfAllKinds?.quiet_from,
    quietTo: rowOfAllKinds?.quiet_to,
  };
}

const columns = ['id', 'username', 'name', 'email', 'notify'] as const;

/** Returns the people with these ids, or everybody, as a map by id. Disabled accounts are left out. */
export async function loadReceivers(db: Db, ids: readonly string[] | 'everybody'): Promise<Map<string, Receiver>> {
  if (ids.length === 0) return new Map();
  let query = db.selectFrom('sys_user').select(columns).where('is_disabled', '=', false);
  if (ids !== 'everybody') query = query.where('id', 'in', [...new Set(ids)]);
  return new Map((await query.execute()).map((row) => [row.id, row]));
}

/**
 * Returns true if a person gets a message by this way: as set for the message itself, else for its kind. A message
 * without a setting and a kind is always sent.
 */
export const isWanted = (
  { kind, ways: messageWays }: { kind?: MessageKindKey; ways?: readonly DeliveryMethod[] },
  way: 'mail' | 'group',
  { notify }: Receiver,
  { ways }: NotifyDefaults,
): boolean => messageWays?.includes(way) ?? (kind === undefined || chosenMethods(kind, notify, ways).includes(way));

/**
 * Returns the end of the person's current quiet hours, until which a mail is held back; null: send now. A person who
 * has set empty quiet hours has none.
 */
export function quietEnd({ notify }: Receiver, { quietFrom, quietTo }: NotifyDefaults, now: Date): Date | null {
  const hasOwnHours = 'quietFrom' in notify || 'quietTo' in notify;
  return hasOwnHours ? quietUntil(notify['quietFrom'], notify['quietTo'], now) : quietUntil(quietFrom, quietTo, now);
}
