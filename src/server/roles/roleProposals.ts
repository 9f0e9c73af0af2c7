import { sql, type Kysely } from 'kysely';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith } from '../http/schemas.ts';
import { adminOf, type RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { pinyinOf } from '../system/index.ts';
import { addRole } from './manageRoles.ts';
import { addMembers } from './roleMembers.ts';

/** A post, and the role proposed for the people who hold it. */
interface RoleProposal {
  id: string;
  post: string;
  /** Number of enabled users who hold the post. */
  people: number;
  /** Names of the roles that the post gives already; '' for none. */
  roleNames: string;
  /** Code of the proposed role: the role with the post's name if it exists (`isKnown`), else a new one. */
  proposedCode: string;
  proposedName: string;
  isKnown: boolean;
}

/** Returns whether a role is granted to individual persons only, never to all holders of a post. */
const isSystemRole = (code: string): boolean => code === 'admin' || code === 'superRole';

/** Maximum length of the pinyin in a proposed role code. */
const MAX_PINYIN_LENGTH = 40;

/**
 * Returns a role code for a name, in letters: 检测员 becomes `jianceyuan`, with a number appended if the code is in use.
 */
function roleCodeFor(name: string, usedCodes: ReadonlySet<string>): string {
  const base =
    pinyinOf(name)
      .full.replace(/[^a-z0-9]/gi, '')
      .slice(0, MAX_PINYIN_LENGTH) || 'role';
  const code = /^[a-z]/i.test(base) ? base : `role${base}`;
  for (let number = 1; ; number += 1) {
    const numberedCode = number === 1 ? code : `${code}${number}`;
    if (!usedCodes.has(numberedCode)) return numberedCode;
  }
}

/** Proposes a role for every enabled post: the role of the same name, else a new one. */
export async function proposeRoles(db: Kysely<Database>): Promise<RoleProposal[]> {
  const roles = await db.selectFrom('sys_role').select(['code', 'name']).execute();
  const usedCodes = new Set(roles.map(({ code }) => code));
  const { rows } = await sql<{ id: string; post: string; people: number; roles: string[] | null }>`
    select p.id, p.name as post,
      (select count(distinct m.user_id)::integer from sys_user_unit m join sys_user u on u.id = m.user_id where m.post = p.name and not u.is_disabled) as people,
      (select jsonb_agg(r.name order by r.name) from sys_role_member m join sys_role r on r.code = m.role_code where m.kind = 'post' and m.member_id = p.name) as roles
    from sys_post p where not p.is_disabled order by p.sn, p.name`.execute(db);
  return rows.map(({ id, post, people, roles: roleNames }) => {
    const roleWithName = roles.find(({ name }) => name === post);
    const proposedCode = roleWithName?.code ?? roleCodeFor(post, usedCodes);
    usedCodes.add(proposedCode);
    return {
      id,
      post,
      people,
      roleNames: (roleNames ?? []).join('、'),
      proposedCode,
      proposedName: post,
      isKnown: roleWithName !== undefined,
    };
  });
}

/**
 * Grants a role to the holders of each post: `roleCode`, or else the role with the post's name, which is created if
 * missing. Returns the number of created roles. Refuses an unknown post with REQUEST_INVALID.
 */
export async function adoptProposals(
  trx: Trx,
  administrator: RequestUser,
  posts: readonly string[],
  roleCode: string | null,
): Promise<{ roles: number }> {
  const proposals = await proposeRoles(trx);
  let createdCount = 0;
  for (const post of posts) {
    const proposal = proposals.find((proposal) => proposal.post === post);
    if (!proposal) throw new Refusal('REQUEST_INVALID', { detail: `岗位“${post}”不存在或已停用` });
    const code = roleCode ?? proposal.proposedCode;
    if (isSystemRole(code)) throw new Refusal('REQUEST_INVALID', { detail: '系统角色不能按岗位授予' });
    if (roleCode === null && !proposal.isKnown) {
      await addRole(trx, { code, name: post, note: `岗位“${post}”的角色` });
      createdCount += 1;
    }
    await addMembers(trx, administrator, code, 'post', [post]);
  }
  return { roles: createdCount };
}

/** Returns the JSON schema of a text that may be null. */
const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;

/** Lists and adopts the roles proposed for posts; for administrators. */
export const roleProposalRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/role';
  app.post<{ Body: { page?: Partial<Page> | null; data?: { keyword?: string | null } | null } | null }>(
    `${base}/proposals`,
    { schema: { tags, summary: '按岗位建议的角色', body: listBodyWith({ keyword: text(100) }) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const keyword = request.body?.data?.keyword?.trim() ?? '';
      const rows = (await proposeRoles(db)).filter(({ post }) => post.includes(keyword));
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
      const administrator = adminOf(request);
      const { post, roleCode } = request.body;
      const answer = await db.transaction().execute(async (trx) => {
        // without a post: all posts to which no role is granted yet
        const openProposals = (await proposeRoles(trx)).filter(
          ({ roleNames, proposedCode }) => roleNames === '' && !isSystemRole(proposedCode),
        );
        return adoptProposals(
          trx,
          administrator,
          post ? [post] : openProposals.map((proposal) => proposal.post),
          roleCode || null,
        );
      });
      return ok(answer, '已采纳，可在“角色授权”中设置各角色的权限');
    },
  );
};
