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

interface TokenRow { id: string; username: string; name: string; dept_id: string | null; unit_id: string | null; roles: string[]; permissions: string[] }

/** Asked with every request, so it is one statement written out: building it costs more than running it. */
async function userOfToken(db: Kysely<Database>, token: string): Promise<RequestUser | null> {
  const { rows: [row] } = await sql<TokenRow>`select u.id, u.username, u.name, u.dept_id, u.unit_id, coalesce(r.roles, '[]') as roles, coalesce(p.permissions, '[]') as permissions
    from auth_token t join auth_session s on s.id = t.session_id join sys_user u on u.id = s.user_id
      left join lateral (select jsonb_agg(m.role_code order by m.role_code) as roles from sys_user_role m where m.user_id = u.id) r on true
      left join lateral (select jsonb_agg(distinct given.value) as permissions from sys_user_role m join sys_role o on o.code = m.role_code
        cross join jsonb_array_elements_text(o.permissions) given(value) where m.user_id = u.id) p on true
    where t.hash = ${secretHash(token)} and t.kind = 'access' and t.expires_at > now() and s.expires_at > now() and not u.is_disabled`.execute(db);
  return row ? { id: row.id, username: row.username, name: row.name, roles: row.roles, permissions: row.permissions, deptId: row.dept_id, unitId: row.unit_id } : null;
}
