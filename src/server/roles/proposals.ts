import { sql, type Kysely } from 'kysely';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { asking } from '../http/schemas.ts';
import { adminOf, type RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { soundOf } from '../system/index.ts';
import { addRole } from './keepRoles.ts';
import { addMembers } from './roleMembers.ts';

/** A post that people hold, and the role that its holders have or could have. */
interface Proposal {
  id: string;
  post: string;
  people: number;
  /** Roles that the post gives already, by name; '' for none. */
  roleNames: string;
  /** Of the role that is proposed: that of the same name where there is one, else a new one. */
  proposedCode: string;
  proposedName: string;
  isKnown: boolean;
}

/** A code out of letters for a name: 检测员 becomes `jianceyuan`, with a number where it is taken. */
function codeFor(name: string, taken: ReadonlySet<string>): string {
  const base =
    soundOf(name)
      .full.replace(/[^a-z0-9]/gi, '')
      .slice(0, 40) || 'role';
  const code = /^[a-z]/i.test(base) ? base : `role${base}`;
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? code : `${code}${number}`;
    if (!taken.has(one)) return one;
  }
}

/** Every post in use with the role proposed for it: that of the same name, else a new one. */
export async function proposals(db: Kysely<Database>): Promise<Proposal[]> {
  const roles = await db.selectFrom('sys_role').select(['code', 'name']).execute();
  const taken = new Set(roles.map(({ code }) => code));
  const { rows } = await sql<{ id: string; post: string; people: number; roles: string[] | null }>`
    select p.id, p.name as post,
      (select count(distinct m.user_id)::integer from sys_user_unit m join sys_user u on u.id = m.user_id where m.post = p.name and not u.is_disabled) as people,
      (select jsonb_agg(r.name order by r.name) from sys_role_member m join sys_role r on r.code = m.role_code where m.kind = 'post' and m.member_id = p.name) as roles
    from sys_post p where not p.is_disabled order by p.sn, p.name`.execute(db);
  return rows.map(({ id, post, people, roles: held }) => {
    const same = roles.find(({ name }) => name === post);
    const proposedCode = same?.code ?? codeFor(post, taken);
    taken.add(proposedCode);
    return {
      id,
      post,
      people,
      roleNames: (held ?? []).join('、'),
      proposedCode,
      proposedName: post,
      isKnown: same !== undefined,
    };
  });
}

/**
 * Gives the holders of posts a role each: the one that is named, else that of the post's name, which is made where it is
 * missing. Answers how many roles were made. Refuses a post that does not exist with REQUEST_INVALID.
 */
export async function adoptProposals(
  trx: Trx,
  by: RequestUser,
  posts: readonly string[],
  roleCode: string | null,
): Promise<{ roles: number }> {
  const known = await proposals(trx);
  let roles = 0;
  for (const post of posts) {
    const one = known.find((proposal) => proposal.post === post);
    if (!one) throw new Refusal('REQUEST_INVALID', { detail: `岗位“${post}”不存在或已停用` });
    const code = roleCode ?? one.proposedCode;
    // the administrators' role is given person by person: a post must not make everybody one
    if (code === 'admin' || code === 'superRole')
      throw new Refusal('REQUEST_INVALID', { detail: '系统角色不能按岗位授予' });
    if (roleCode === null && !one.isKnown) {
      await addRole(trx, { code, name: post, note: `岗位“${post}”的角色` });
      roles += 1;
    }
    await addMembers(trx, by, code, 'post', [post]);
  }
  return { roles };
}

const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;

/** Roles proposed by the posts that people hold; administrators decide. */
export const proposalRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/role';
  app.post<{ Body: { page?: Partial<Page> | null; data?: { keyword?: string | null } | null } | null }>(
    `${base}/proposals`,
    { schema: { tags, summary: '按岗位建议的角色', body: asking({ keyword: text(100) }) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const keyword = request.body?.data?.keyword?.trim() ?? '';
      const rows = (await proposals(db)).filter(({ post }) => post.includes(keyword));
      return paged(rows.slice((page.pageNum - 1) * page.pageSize, page.pageNum * page.pageSize), page, rows.length);
    },
  );
  app.post<{ Body: { post?: string | null; roleCode?: string | null } }>(
    `${base}/adopt`,
    {
      schema: {
        tags,
        summary: '采纳按岗位建议的角色',
        body: {
          type: 'object',
          additionalProperties: false,
          properties: { post: text(100), roleCode: text(64) },
        },
      },
    },
    async (request) => {
      const by = adminOf(request);
      const { post, roleCode } = request.body;
      const answer = await db.transaction().execute(async (trx) => {
        // without a post: all that give no role yet
        const open = (await proposals(trx)).filter(
          ({ roleNames, proposedCode }) => roleNames === '' && proposedCode !== 'admin',
        );
        return adoptProposals(trx, by, post ? [post] : open.map((one) => one.post), roleCode || null);
      });
      return ok(answer, '已采纳，可在“角色授权”中设置各角色的权限');
    },
  );
};
