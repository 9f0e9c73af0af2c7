import { sql } from 'kysely';
import { fileRefs } from '../../domain/fileValue.ts';
import { chosenWays, isTimeOfDay, MESSAGE_KIND_KEYS, waysOf } from '../../domain/messageKinds.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { readDefaults } from '../outbox/index.ts';
import type { Db } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';
import { personFaults } from './savePerson.ts';

/** What people see of themselves; `photo` and `signature` are file ids. */
export interface OwnProfile {
  username: string;
  name: string;
  places: string;
  roleNames: string;
  photo: string;
  phone: string;
  email: string;
  signature: string;
  revision: string;
}

/** What people change of themselves; what is absent stays. */
export interface OwnChange {
  photo?: unknown;
  phone?: string | null;
  email?: string | null;
  signature?: unknown;
  revision?: string | null;
}

const PICTURES: readonly string[] = ['png', 'jpg', 'jpeg'];
const MOST_BYTES = 1024 ** 2;

const revisionOf = (values: readonly string[]): string => textHash(JSON.stringify(values));

export async function ownProfile(db: Db, { id }: RequestUser): Promise<OwnProfile> {
  const {
    rows: [row],
  } = await sql<Omit<OwnProfile, 'revision'>>`select u.username, u.name, u.phone, u.email,
      coalesce(u.photo_id, '') as photo, coalesce(u.signature_id, '') as signature,
      coalesce((select string_agg(concat_ws(' ', n.name, d.name, nullif(m.post, '')), '；' order by m.sn) from sys_user_unit m
        left join sys_org n on n.id = m.unit_id left join sys_org d on d.id = m.dept_id where m.user_id = u.id), '') as places,
      coalesce((select string_agg(o.name, '、' order by o.sn, o.name) from sys_user_role r join sys_role o on o.code = r.role_code where r.user_id = u.id), '') as "roleNames"
    from sys_user u where u.id = ${id}`.execute(db);
  if (!row) throw new Refusal('404');
  return { ...row, revision: revisionOf([row.photo, row.phone, row.email, row.signature]) };
}

/** The file that a picture field names; '' for none. Refuses what is not an own picture of at most 1 MB, unless it was there before. */
async function pictureOf(trx: Trx, user: RequestUser, value: unknown, before: string): Promise<string | null> {
  const [fileId = ''] = fileRefs(value);
  if (fileId === '' || fileId === before) return fileId || null;
  const file = await trx
    .selectFrom('att_file')
    .select(['file_ext', 'size'])
    .where('id', '=', fileId)
    .where('uploader_id', '=', user.id)
    .executeTakeFirst();
  if (!file) throw new Refusal('404');
  if (!PICTURES.includes(file.file_ext)) throw new Refusal('FILE_TYPE', { types: PICTURES.join('、') });
  if (file.size > MOST_BYTES) throw new Refusal('FILE_SIZE', { limit: '1 MB' });
  return fileId;
}

/** Changes one's own page. Refuses with REQUEST_INVALID wrong phones and mail addresses, and what was changed elsewhere since it was read. */
export async function changeOwnProfile(trx: Trx, user: RequestUser, change: OwnChange): Promise<void> {
  await trx.selectFrom('sys_user').select('id').where('id', '=', user.id).forUpdate().execute();
  const before = await ownProfile(trx, user);
  if (change.revision && change.revision !== before.revision)
    throw new Refusal('REQUEST_INVALID', { detail: '资料已在别处修改，请刷新后再改' });
  const phone = change.phone === undefined ? before.phone : (change.phone ?? '').trim();
  const email = change.email === undefined ? before.email : (change.email ?? '').trim();
  const [fault] = personFaults({ phone, email });
  if (fault) throw new Refusal('REQUEST_INVALID', { detail: fault });
  await trx
    .updateTable('sys_user')
    .set({
      phone,
      email,
      ...('photo' in change ? { photo_id: await pictureOf(trx, user, change.photo, before.photo) } : {}),
      ...('signature' in change
        ? { signature_id: await pictureOf(trx, user, change.signature, before.signature) }
        : {}),
    })
    .where('id', '=', user.id)
    .execute();
}

/** By which ways each kind of message reaches a person, and between which times mails wait. */
export async function ownNotify(db: Db, { id }: RequestUser): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('sys_user').select('notify').where('id', '=', id).executeTakeFirst();
  const notify = row?.notify ?? {};
  const { ways, quietFrom, quietTo } = await readDefaults(db);
  const isOwn = 'quietFrom' in notify || 'quietTo' in notify;
  const timeOf = (own: unknown, general: unknown): string => String((isOwn ? own : general) ?? '');
  return {
    ...Object.fromEntries(MESSAGE_KIND_KEYS.map((kind) => [kind, chosenWays(kind, notify, ways)])),
    quietFrom: timeOf(notify['quietFrom'], quietFrom),
    quietTo: timeOf(notify['quietTo'], quietTo),
  };
}

/** Stores what a person chose of these; kinds that are absent stay. Refuses with REQUEST_INVALID a time without its other end. */
export async function saveOwnNotify(
  trx: Trx,
  { id }: RequestUser,
  wanted: Readonly<Record<string, unknown>>,
): Promise<void> {
  const choices: Record<string, unknown> = Object.fromEntries(
    MESSAGE_KIND_KEYS.filter((kind) => kind in wanted).map((kind) => [kind, waysOf(kind, wanted[kind] ?? [])]),
  );
  if ('quietFrom' in wanted || 'quietTo' in wanted) {
    const [from, to] = [wanted['quietFrom'] || '', wanted['quietTo'] || ''];
    if (isTimeOfDay(from) !== isTimeOfDay(to))
      throw new Refusal('REQUEST_INVALID', { detail: '免打扰的开始和结束时间须一起填写' });
    Object.assign(choices, { quietFrom: from, quietTo: to });
  }
  await sql`update sys_user set notify = notify || ${JSON.stringify(choices)}::jsonb where id = ${id}`.execute(trx);
}
