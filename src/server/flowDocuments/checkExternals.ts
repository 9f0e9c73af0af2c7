import { sql } from 'kysely';
import type { Problem } from '../../domain/problem/index.ts';
import type { ServerContext } from '../context.ts';
import { flowProblem, holderKey, type Holder, type FlowDefinition } from '../flow/index.ts';
import type { Db } from '../store/database.ts';

const TYPE_LABELS = { role: '角色', post: '岗位', dept: '部门', user: '人员' } as const;
/** A type of holder whose value names a role, post, department or user, which must exist in this installation. */
type NamedType = keyof typeof TYPE_LABELS;
const isNamedType = (type: Holder['type']): type is NamedType => Object.hasOwn(TYPE_LABELS, type);

/**
 * Returns the keys (`holderKey`) of the roles, posts, departments and users among these holders that do not exist in
 * this installation. A disabled user counts as not existing.
 */
export async function unknownHolders(db: Db, holders: readonly Holder[]): Promise<Set<string>> {
  const namedHolders = holders.filter(({ type }) => isNamedType(type));
  const valuesOf = (type: NamedType): string[] => [
    ...new Set(namedHolders.filter((holder) => holder.type === type).map(({ value }) => value)),
  ];
  const [roles, posts, depts, users] = [valuesOf('role'), valuesOf('post'), valuesOf('dept'), valuesOf('user')];
  const existingKeys = new Set<string>();
  const addExisting = (type: NamedType, values: readonly (string | null)[]): void =>
    values.forEach((value) => value !== null && existingKeys.add(holderKey({ type, value })));
  if (roles.length > 0)
    addExisting(
      'role',
      (await db.selectFrom('sys_role').select('code').where('code', 'in', roles).execute()).map(({ code }) => code),
    );
  if (posts.length > 0)
    addExisting(
      'post',
      (
        await sql<{ post: string }>`select post from sys_user where post = any(${posts}::text[])
          union select post from sys_user_unit where post = any(${posts}::text[])
          union select name from sys_post where name = any(${posts}::text[]) and not is_disabled`.execute(db)
      ).rows.map(({ post }) => post),
    );
  if (depts.length > 0)
    addExisting(
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
    addExisting(
      'user',
      rows.flatMap(({ id, username }) => [id, username]),
    );
  }
  return new Set(namedHolders.map(holderKey).filter((key) => !existingKeys.has(key)));
}

/** Returns a problem for each holder (of a task or copy) in the process that does not exist in this installation. */
async function holderProblems(db: Db, flow: FlowDefinition): Promise<Problem[]> {
  const nodes = Object.values(flow.nodes).map((node) => ({
    node,
    holders: [...node.candidates, ...(node.settings?.cc ?? [])],
  }));
  const unknownKeys = await unknownHolders(
    db,
    nodes.flatMap(({ holders }) => holders),
  );
  return nodes.flatMap(({ node, holders }) =>
    holders
      .filter((holder) => unknownKeys.has(holderKey(holder)))
      .map(({ type, value }) =>
        flowProblem(
          node.id,
          `“${node.name}”的${TYPE_LABELS[type as NamedType]}“${value}”在本系统中不存在，请重新指定`,
          'warning',
        ),
      ),
  );
}

/**
 * Returns a problem for each service node that calls an origin which the operator has not allowed (CALL_ORIGINS). A
 * running approval would stop at this node.
 */
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

/**
 * Returns the problems of a process that depend on this installation: holders that do not exist, and services that are
 * not allowed.
 */
export const checkExternals = async (context: ServerContext, db: Db, flow: FlowDefinition): Promise<Problem[]> => [
  ...(await holderProblems(db, flow)),
  ...callProblems(context, flow),
];
