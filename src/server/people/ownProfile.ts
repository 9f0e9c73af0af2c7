import { sql } from 'kysely';
import { fileRefs } from '../../domain/fileValue.ts';
import { chosenMethods, isTimeOfDay, MESSAGE_KIND_KEYS, validMethods } from '../../domain/messageKinds.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { readDefaults } from '../outbox/index.ts';
import type { Db } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';
import { personErrors } from './savePerson.ts';

/**
 * A person's own profile as shown to them. `photo` and `signature` are file ids; `places` is a text with the person's
 * units, departments and posts.
 */
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

/** Changes of a person to their own profile; absent values stay unchanged. */
export interface OwnProfileChange {
  photo?: unknown;
  phone?: string | null;
  email?: string | null;
  signature?: unknown;
  revision?: string | null;
}

const PICTURE_TYPES: readonly string[] = ['png', 'jpg', 'jpeg'];
const MAX_PICTURE_BYTES = 1024 ** 2;

const revisionOf = (values: readonly string[]): string => textHash(JSON.stringify(values));

/** Loads a person's own profile. Refuses with 404 an unknown person. */
export async function loadOwnProfile(db: Db, { id }: RequestUser): Promise<OwnProfile> {
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

/**
 * Returns the file id in a picture field; null for none. A new picture must be uploaded by the person, be PNG or JPEG,
 * and have at most 1 MB; otherwise refuses with 404, FILE_TYPE or FILE_SIZE.
 */
async function requirePicture(trx: Trx, user: RequestUser, value: unknown, storedId: string): Promise<string | null> {
  const [fileId = ''] = fileRefs(value);
  if (fileId === '' || fileId === storedId) return fileId || null;
  const file = await trx
    .selectFrom('att_file')
    .select(['file_ext', 'size'])
    .where('id', '=', fileId)
    .where('uploader_id', '=', user.id)
    .executeTakeFirst();
  if (!file) throw new Refusal('404');
  if (!PICTURE_TYPES.includes(file.file_ext)) throw new Refusal('FILE_TYPE', { types: PICTURE_TYPES.join('、') });
  if (file.size > MAX_PICTURE_BYTES) throw new Refusal('FILE_SIZE', { limit: '1 MB' });
  return fileId;
}

/**
 * Changes the caller's own profile. Refuses with REQUEST_INVALID an invalid phone or mail address, and a profile that
 * changed since it was read.
 */
export async function changeOwnProfile(trx: Trx, user: RequestUser, change: OwnProfileChange): Promise<void> {
  await trx.selectFrom('sys_user').select('id').where('id', '=', user.id).forUpdate().execute();
  const stored = await loadOwnProfile(trx, user);
  if (change.revision && change.revision !== stored.revision)
    throw new Refusal('REQUEST_INVALID', { detail: '资料已在别处修改，请刷新后再改' });
  const phone = change.phone === undefined ? stored.phone : (change.phone ?? '').trim();
  const email = change.email === undefined ? stored.email : (change.email ?? '').trim();
  const [errorText] = personErrors({ phone, email });
  if (errorText) throw new Refusal('REQUEST_INVALID', { detail: errorText });
  await trx
    .updateTable('sys_user')
    .set({
      phone,
      email,
      ...('photo' in change ? { photo_id: await requirePicture(trx, user, change.photo, stored.photo) } : {}),
      ...('signature' in change
        ? { signature_id: await requirePicture(trx, user, change.signature, stored.signature) }
        : {}),
    })
    .where('id', '=', user.id)
    .execute();
}

/**
 * Returns a person's notification settings: the ways for each kind of message, and the quiet hours during which mails
 * are held back.
 */
export async function loadOwnNotificationSettings(db: Db, { id }: RequestUser): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('sys_user').select('notify').where('id', '=', id).executeTakeFirst();
  const notify = row?.notify ?? {};
  const { ways, quietFrom, quietTo } = await readDefaults(db);
  const hasOwnHours = 'quietFrom' in notify || 'quietTo' in notify;
  const timeOf = (ownTime: unknown, defaultTime: unknown): string =>
    String((hasOwnHours ? ownTime : defaultTime) ?? '');
  return {
    ...Object.fromEntries(MESSAGE_KIND_KEYS.map((kind) => [kind, chosenMethods(kind, notify, ways)])),
    quietFrom: timeOf(notify['quietFrom'], quietFrom),
    quietTo: timeOf(notify['quietTo'], quietTo),
  };
}

/**
 * Stores a person's notification settings; absent kinds stay unchanged. Refuses with REQUEST_INVALID quiet hours
 * without a start or without an end.
 */
export async function saveOwnNotificationSettings(
  trx: Trx,
  { id }: RequestUser,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const newSettings: Record<string, unknown> = Object.fromEntries(
    MESSAGE_KIND_KEYS.filter((kind) => kind in changes).map((kind) => [kind, validMethods(kind, changes[kind] ?? [])]),
  );
  if ('quietFrom' in changes || 'quietTo' in changes) {
    const [from, to] = [changes['quietFrom'] || '', changes['quietTo'] || ''];
    if (isTimeOfDay(from) !== isTimeOfDay(to))
      throw new Refusal('REQUEST_INVALID', { detail: '免打扰的开始和结束时间须一起填写' });
    Object.assign(newSettings, { quietFrom: from, quietTo: to });
  }
  await sql`update sys_user set notify = notify || ${JSON.stringify(newSettings)}::jsonb where id = ${id}`.execute(trx);
}
