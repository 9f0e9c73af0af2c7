import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { noteEvent } from '../audit/index.ts';
import type { ServerContext } from '../context.ts';
import { prepareForm } from '../documents/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { RemovedKind, RemovedTables } from '../removed/index.ts';
import type { Trx } from '../store/transaction.ts';
import { spreadRoles } from '../system/index.ts';
import { IN_TIME } from './listRemoved.ts';

type Kept = Selectable<RemovedTables['sys_bin']>;

const cannot = (detail: string): Refusal => new Refusal('BIN_RESTORE', { detail });

/** Rows that are inserted again only where what they name is still there. */
const ONLY: Readonly<Record<string, RawBuilder<SqlBool>>> = {
  sys_role_member: sql<SqlBool>`r.role_code in (select code from sys_role)`,
  sys_group_user: sql<SqlBool>`r.user_id in (select id from sys_user)`,
  sys_role_form: sql<SqlBool>`(r.role_code = '*' or r.role_code in (select code from sys_role))`,
};

/** Inserts rows as they stood. Columns that came or went with an update of the product since take their defaults or are left out. */
async function insertAgain(trx: Trx, table: string, rows: readonly unknown[]): Promise<void> {
  const names = Object.keys((rows[0] ?? {}) as object);
  const { rows: there } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = any(${names}::text[])`.execute(
    trx,
  );
  const columns = sql.join(there.map(({ name }) => sql.id(name)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r
    where ${ONLY[table] ?? sql<SqlBool>`true`}`.execute(trx);
}

/** What the database says where a row finds its place taken, or what it belongs to gone. */
function refusalOf(error: unknown, { name, key }: Kept): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === '23505') return cannot(`“${name}”的名称或编码（${key}）已被使用`);
  if (code === '23503') return cannot(`“${name}”所属的上级已不存在`);
  return error;
}

async function documentIsBack(trx: Trx, { kind, key }: Kept): Promise<void> {
  await sql`update doc_version v set state = 'published' from doc_document d
    where d.kind = ${kind} and d.doc_key = ${key} and v.kind = d.kind and v.doc_key = d.doc_key and v.version = d.published_version`.execute(
    trx,
  );
  await announce(trx, 'document', null);
}

/** Menu entries that the role saw show themselves to it again, where they are still there. */
async function roleIsBack(trx: Trx, { key, more }: Kept): Promise<void> {
  const ids = Array.isArray(more['menuIds']) ? (more['menuIds'] as string[]) : [];
  await sql`update sys_menu set roles = roles || to_jsonb(${key}::text), is_changed = true
    where id = any(${ids}::text[]) and not roles ? ${key}`.execute(trx);
  await announce(trx, 'menu', null);
}

const isBack: Readonly<Partial<Record<RemovedKind, (trx: Trx, kept: Kept, user: RequestUser) => Promise<void>>>> = {
  form: documentIsBack,
  screen: documentIsBack,
  flow: documentIsBack,
  dataset: documentIsBack,
  role: roleIsBack,
  post: (trx, _kept, user) => spreadRoles(trx, user),
  group: (trx, _kept, user) => spreadRoles(trx, user),
};

/**
 * Puts back what was deleted, with the rows that belonged to it. Refuses with 404 what is not there or past its time, and
 * with BIN_RESTORE where its code or name is taken by now, or what it belonged to is gone; then nothing is restored.
 */
export async function restoreRemoved(context: ServerContext, user: RequestUser, id: string): Promise<string> {
  const found = await context.db
    .selectFrom('sys_bin')
    .selectAll()
    .where('id', '=', id)
    .where(IN_TIME)
    .executeTakeFirst();
  if (!found) throw new Refusal('404');
  // the columns of a form stand before it does, as when it is published
  if (found.kind === 'form') await prepareAgain(context, found.key, found);
  await context.db.transaction().execute(async (trx) => {
    const kept = await trx.deleteFrom('sys_bin').where('id', '=', id).returningAll().executeTakeFirst();
    if (!kept) throw new Refusal('404');
    try {
      for (const [table, rows] of kept.parts) await insertAgain(trx, table, rows);
    } catch (error) {
      throw refusalOf(error, kept);
    }
    await isBack[kept.kind]?.(trx, kept, user);
  });
  return found.name;
}

async function prepareAgain(context: ServerContext, key: string, { parts }: Kept): Promise<void> {
  const [document] = (parts.find(([table]) => table === 'doc_document')?.[1] ?? []) as {
    published_version: number | null;
  }[];
  if (!document?.published_version) return;
  const version = await context.db
    .selectFrom('doc_version')
    .select('content')
    .where('kind', '=', 'form')
    .where('doc_key', '=', key)
    .where('version', '=', document.published_version)
    .executeTakeFirst();
  if (version) await prepareForm(context, key, version.content);
}

/** Removes one thing (its id), or everything (null), for good. Refuses with 404. Answers how many. */
export async function eraseRemoved(trx: Trx, id: string | null): Promise<number> {
  const all = trx.deleteFrom('sys_bin');
  const gone = await (id === null ? all : all.where('id', '=', id)).returning('id').execute();
  if (id !== null && gone.length === 0) throw new Refusal('404');
  if (id === null && gone.length > 0)
    await noteEvent(trx, {
      action: 'binEmptied',
      object: 'sys_bin',
      objectId: '',
      objectName: '设置与文档',
      detail: { things: gone.length },
    });
  return gone.length;
}
