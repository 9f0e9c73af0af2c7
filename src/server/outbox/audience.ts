import { chosenWays, quietUntil, type MessageKindKey, type MessageWay } from '../../domain/messageKinds.ts';
import type { Db } from '../store/database.ts';

/** The row of what counts for every kind. */
export const FOR_ALL = '*';

/** A person as messages need them. */
export interface Receiver {
  id: string;
  username: string;
  name: string;
  email: string;
  notify: Readonly<Record<string, unknown>>;
}

/** What administrators chose for everybody: ways by kind, and the quiet hours. */
export interface Defaults {
  ways: Readonly<Record<string, unknown>>;
  quietFrom: unknown;
  quietTo: unknown;
}

export async function readDefaults(db: Db): Promise<Defaults> {
  const rows = await db
    .selectFrom('sys_message_kind')
    .select(['kind', 'ways', 'quiet_from', 'quiet_to'])
    .where((where) => where.or([where('ways', 'is not', null), where('kind', '=', FOR_ALL)]))
    .execute();
  const all = rows.find(({ kind }) => kind === FOR_ALL);
  return {
    ways: Object.fromEntries(rows.map(({ kind, ways }) => [kind, ways])),
    quietFrom: all?.quiet_from,
    quietTo: all?.quiet_to,
  };
}

const columns = ['id', 'username', 'name', 'email', 'notify'] as const;

/** These people, without those whose accounts are closed. */
export async function receiversOf(db: Db, ids: readonly string[] | 'everybody'): Promise<Map<string, Receiver>> {
  if (ids.length === 0) return new Map();
  let found = db.selectFrom('sys_user').select(columns).where('is_disabled', '=', false);
  if (ids !== 'everybody') found = found.where('id', 'in', [...new Set(ids)]);
  return new Map((await found.execute()).map((row) => [row.id, row]));
}

/** Whether a message is to reach the person by this way: as chosen for it, else for its kind. One without a kind always is. */
export const isWanted = (
  { kind, ways: chosen }: { kind?: MessageKindKey; ways?: readonly MessageWay[] },
  way: 'mail' | 'group',
  { notify }: Receiver,
  { ways }: Defaults,
): boolean => chosen?.includes(way) ?? (kind === undefined || chosenWays(kind, notify, ways).includes(way));

/** After which quiet hours a mail to this person may leave; null: now. An empty choice of their own means that they want none. */
export function quietEnd({ notify }: Receiver, { quietFrom, quietTo }: Defaults, now: Date): Date | null {
  const isOwn = 'quietFrom' in notify || 'quietTo' in notify;
  return isOwn ? quietUntil(notify['quietFrom'], notify['quietTo'], now) : quietUntil(quietFrom, quietTo, now);
}
