import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { readFact } from '../../store/facts.ts';
import { personOf, personOfKey, unitOfCall } from '../person.ts';
import { newSecret, secretHash } from '../secret.ts';
import { MACHINE_OPERATIONS, machineOperationOf, type MachineOperation } from './machineOperations.ts';

const PREFIX = 'ak_';

/** Creates the key of a machine account: 256 random bits after a prefix that secret scanners recognise. */
export const newKey = (): string => `${PREFIX}${newSecret()}`;
/** Checks whether a bearer token is the key of a machine account, and not an access token. */
export const isKey = (token: string): boolean => token.startsWith(PREFIX);

/** A machine account that makes a call. `forms` (keys), `operations`: the forms and operations that it is granted. */
interface CallingAccount {
  id: string;
  name: string;
  forms: string[];
  operations: MachineOperation[];
  /** Maximum number of calls in a minute. */
  per_minute: number;
  /** Number of calls in the current minute, including this call. */
  calls: number;
}

/**
 * Counts a call of a machine account and returns the account; undefined for an unknown, expired or revoked key. `hash`:
 * the hash of the key. `address`: the IP address of the caller.
 */
async function countCall({ db }: ServerContext, hash: string, address: string): Promise<CallingAccount | undefined> {
  const { rows } = await sql<CallingAccount>`with k as (
      select id, name, forms, ways as operations, per_minute from auth_key where hash = ${hash} and revoked_at is null and expires_at > now()),
    used as (insert into auth_key_use as u (key_id, used_from) select id, ${address} from k
      on conflict (key_id) do update set used_at = now(), used_from = excluded.used_from,
        calls = case when u.window_at < now() - interval '1 minute' then 1 else u.calls + 1 end,
        window_at = case when u.window_at < now() - interval '1 minute' then now() else u.window_at end
      returning key_id, calls)
    select k.*, used.calls from k join used on used.key_id = k.id`.execute(db);
  return rows[0];
}

/**
 * Returns the person whose rights a machine account has, with id and name of the account in `machine`. Refuses with
 * KEY_INVALID if the key is unknown, expired or revoked, or if the person may not sign in; with 429 if the account has
 * exceeded its number of calls per minute; and with KEY_FORBIDDEN for calls and forms that it is not granted.
 */
export async function findPersonByKey(
  context: ServerContext,
  request: FastifyRequest,
  key: string,
): Promise<RequestUser> {
  const hash = secretHash(key);
  const account = await countCall(context, hash, request.ip);
  if (!account) throw new Refusal('KEY_INVALID');
  if (account.calls > account.per_minute) throw new Refusal('429');
  const person = personOf(await readFact(null, context.db, personOfKey(hash)), unitOfCall(request));
  if (!person) throw new Refusal('KEY_INVALID');
  const operation = machineOperationOf(request.method, request.routeOptions.url ?? '');
  if (operation === undefined) throw new Refusal('KEY_FORBIDDEN', { detail: '此接口不对接口账号开放' });
  if (!account.operations.includes(operation))
    throw new Refusal('KEY_FORBIDDEN', { detail: `没有“${MACHINE_OPERATIONS[operation].title}”` });
  const { formKey = '' } = (request.params ?? {}) as { formKey?: string };
  if (!account.forms.includes(formKey)) throw new Refusal('KEY_FORBIDDEN', { detail: `没有表单 ${formKey}` });
  return {
    ...person,
    name: `${person.name}（接口账号：${account.name}）`,
    mustChangePassword: false,
    machine: { id: account.id, name: account.name },
  };
}
