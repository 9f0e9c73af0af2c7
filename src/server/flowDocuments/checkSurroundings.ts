import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { flowProblem, holderKey, type Candidate, type FlowDefinition } from '../flow/index.ts';
import type { Db } from '../store/database.ts';

const WORDS = { role: '角色', post: '岗位', dept: '部门', user: '人员' } as const;
type Named = keyof typeof WORDS;
const isNamed = (type: Candidate['type']): type is Named => Object.hasOwn(WORDS, type);

/** Which of these holders this company does not have, by `holderKey`: roles, posts, departments, and people who can sign in. */
export async function unknownHolders(db: Db, candidates: readonly Candidate[]): Promise<Set<string>> {
  const wanted = candidates.filter(({ type }) => isNamed(type));
  const of = (type: Named): string[] => [
    ...new Set(wanted.filter((one) => one.type === type).map(({ value }) => value)),
  ];
  const [roles, posts, depts, users] = [of('role'), of('post'), of('dept'), of('user')];
  const known = new Set<string>();
  const add = (type: Named, values: readonly (string | null)[]): void =>
    values.forEach((value) => value !== null && known.add(holderKey({ type, value })));
  if (roles.length > 0)
    add(
      'role',
      (await db.selectFrom('sys_role').select('code').where('code', 'in', roles).execute()).map(({ code }) => code),
    );
  if (posts.length > 0)
    add(
      'post',
      (await db.selectFrom('sys_user').select('post').distinct().where('post', 'in', posts).execute()).map(
        ({ post }) => post,
      ),
    );
  if (depts.length > 0)
    add(
      'dept',
      (await db.selectFrom('sys_org').select('id').where('id', 'in', depts).execute()).map(({ id }) => id),
    );
  if (users.length > 0) {
    const rows = await db
      .selectFrom('sys_user')
      .select(['id', 'username'])
      .where('is_disabled', '=', false)
      .where((where) => where.or([where('id', 'in', users), where('username', 'in', users)]))
      .execute();
    add(
      'user',
      rows.flatMap(({ id, username }) => [id, username]),
    );
  }
  return new Set(wanted.map(holderKey).filter((key) => !known.has(key)));
}

/** Tasks and copies whose holders are not there: then nobody gets them. */
async function holderProblems(db: Db, flow: FlowDefinition): Promise<Problem[]> {
  const nodes = Object.values(flow.nodes).map((node) => ({
    node,
    people: [...node.candidates, ...(node.settings?.cc ?? [])],
  }));
  const unknown = await unknownHolders(
    db,
    nodes.flatMap(({ people }) => people),
  );
  return nodes.flatMap(({ node, people }) =>
    people
      .filter((one) => unknown.has(holderKey(one)))
      .map(({ type, value }) =>
        flowProblem(
          node.id,
          `“${node.name}”的${WORDS[type as Named]}“${value}”在本系统中不存在，请重新指定`,
          'warning',
        ),
      ),
  );
}

/** Services that the operator has not allowed: their applications would stand still. */
function callProblems({ settings }: ServerContext, flow: FlowDefinition): Problem[] {
  return Object.values(flow.nodes).flatMap((node) => {
    if (!node.call || node.call.url === '' || !URL.canParse(node.call.url)) return [];
    const { origin } = new URL(node.call.url);
    return settings.callOrigins.includes(origin)
      ? []
      : [
          flowProblem(
            node.id,
            `“${node.name}”调用的 ${origin} 不在允许的范围内（CALL_ORIGINS），流程会停在这里，请联系运维人员开放`,
            'warning',
          ),
        ];
  });
}

/** What a process needs of its surroundings and does not find: holders of this company, services that may be called. */
export const checkSurroundings = async (context: ServerContext, db: Db, flow: FlowDefinition): Promise<Problem[]> => [
  ...(await holderProblems(db, flow)),
  ...callProblems(context, flow),
];
