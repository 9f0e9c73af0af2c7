import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { readFact } from '../../store/facts.ts';
import { personOf, personOfKey, unitOfCall } from '../person.ts';
import { newSecret, secretHash } from '../secret.ts';
import { MACHINE_WAYS, machineWayOf, type MachineWay } from './machineWays.ts';

const PREFIX = 'ak_';

/** The key of a machine account: 256 random bits behind a prefix by which scanners of leaked secrets know it. */
export const newKey = (): string => `${PREFIX}${newSecret()}`;
export const isKey = (token: string): boolean => token.startsWith(PREFIX);

interface Account {
  id: string;
  name: string;
  forms: string[];
  ways: MachineWay[];
  per_minute: number;
  calls: number;
}

/** Counts the call of a key that is in force; none for one that is none, ended or was revoked. */
async function countCall({ db }: ServerContext, hash: string, address: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`with k as (
      select id, name, forms, ways, per_minute from auth_key where hash = ${hash} and revoked_at is null and expires_at > now()),
    used as (insert into auth_key_use as u (key_id, used_from) select id, ${address} from k
      on conflict (key_id) do update set used_at = now(), used_from = excluded.used_from,
        calls = case when u.window_at < now() - interval '1 minute' then 1 else u.calls + 1 end,
        window_at = case when u.window_at < now() - interval '1 minute' then now() else u.window_at end
      returning key_id, calls)
    select k.*, used.calls from k join used on used.key_id = k.id`.execute(db);
  return rows[0];
}

/**
 * Who calls with the key of a machine account: the person whose rights it has, marked as that account. Refuses with
 * KEY_INVALID a key that is none, ended, revoked, or whose person may not sign in; with 429 more calls a minute than it
 * may make; with KEY_FORBIDDEN every call and every form that it is not given.
 */
export async function personByKey(context: ServerContext, request: FastifyRequest, key: string): Promise<RequestUser> {
  const hash = secretHash(key);
  const account = await countCall(context, hash, request.ip);
  if (!account) throw new Refusal('KEY_INVALID');
  if (account.calls > account.per_minute) throw new Refusal('429');
  const person = personOf(await readFact(null, context.db, personOfKey(hash)), unitOfCall(request));
  if (!person) throw new Refusal('KEY_INVALID');
  const way = machineWayOf(request.method, request.routeOptions.url ?? '');
  if (way === undefined) throw new Refusal('KEY_FORBIDDEN', { detail: '此接口不对接口账号开放' });
  if (!account.ways.includes(way)) throw new Refusal('KEY_FORBIDDEN', { detail: `没有“${MACHINE_WAYS[way].title}”` });
  const { formKey = '' } = (request.params ?? {}) as { formKey?: string };
  if (!account.forms.includes(formKey)) throw new Refusal('KEY_FORBIDDEN', { detail: `没有表单 ${formKey}` });
  return {
    ...person,
    name: `${person.name}（接口账号：${account.name}）`,
    mustChangePassword: false,
    machine: { id: account.id, name: account.name },
  };
}
