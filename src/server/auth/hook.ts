import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';
import { bearerOf } from './bearer.ts';
import { secretHash } from './secret.ts';

/** Every route but the public ones asks for a valid access token; refuses with 401 without one and A0230 with a bad one. */
export function installAuthorisation(app: FastifyInstance, { db }: ServerContext): void {
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.isForMachines) return;
    const token = bearerOf(request);
    const isPublic = request.routeOptions.config.isPublic === true;
    if (token === null) {
      if (isPublic) return;
      throw new Refusal('401');
    }
    request.user = await userOfToken(db, token);
    if (!request.user && !isPublic) throw new Refusal('A0230');
  });
}

async function userOfToken(db: Kysely<Database>, token: string): Promise<RequestUser | null> {
  const row = await db.selectFrom('auth_token as t')
    .innerJoin('auth_session as s', 's.id', 't.session_id').innerJoin('sys_user as u', 'u.id', 's.user_id')
    .where('t.hash', '=', secretHash(token)).where('t.kind', '=', 'access')
    .where('t.expires_at', '>', sql<Date>`now()`).where('s.expires_at', '>', sql<Date>`now()`).where('u.is_disabled', '=', false)
    .select(['u.id', 'u.username', 'u.name', 'u.dept_id', 'u.unit_id', rolesOf.as('roles'), permissionsOf.as('permissions')])
    .executeTakeFirst();
  return row ? { id: row.id, username: row.username, name: row.name, roles: row.roles, permissions: row.permissions, deptId: row.dept_id, unitId: row.unit_id } : null;
}

const rolesOf = sql<string[]>`(select coalesce(jsonb_agg(r.role_code order by r.role_code), '[]') from sys_user_role r where r.user_id = u.id)`;
const permissionsOf = sql<string[]>`(select coalesce(jsonb_agg(distinct p.value), '[]') from sys_user_role r
  join sys_role o on o.code = r.role_code cross join jsonb_array_elements_text(o.permissions) p(value) where r.user_id = u.id)`;
