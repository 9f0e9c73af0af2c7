import { sql, type Selectable } from 'kysely';
import { commentTopic } from '../../domain/recordTopics.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { readableFiles, toFileRecord, type FileRecord } from '../files/index.ts';
import { MAX_FILES } from '../http/errors.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import { remind } from '../notices/index.ts';
import { readableRow, type RecordRow } from '../records/index.ts';
import { newId } from '../store/id.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { readersAmong } from './readers.ts';
import type { CommentTables, Mention } from './tables.ts';

type CommentRow = Selectable<CommentTables['frm_comment']>;
type ListedRow = CommentRow & { readers: number; is_new: boolean };

/** For so long an author may change or remove what they wrote; administrators remove at any time. */
export const CHANGE_MINUTES = 30;

/** A comment on the wire. Of a removed one neither text nor files nor who was addressed is answered. */
export interface Comment {
  id: string;
  text: string;
  authorId: string;
  authorName: string;
  time: string;
  /** When it was last changed; '' for never. */
  editedTime: string;
  isRemoved: boolean;
  isOwn: boolean;
  mayEdit: boolean;
  mayRemove: boolean;
  mentions: Mention[];
  files: FileRecord[];
  /** Another's, written since one last read. */
  isNew: boolean;
  /** How many others have read it. */
  readers: number;
}

/** The newest comments of a record in the order they were written. */
export interface CommentPage {
  comments: Comment[];
  total: number;
  /** Of others, written since one last read. */
  unread: number;
  changeMinutes: number;
}

export interface Which {
  formKey: string;
  id: string;
}

/** What is written into a comment. */
export interface CommentInput {
  text: string;
  /** Ids of people whom the text addresses by `@name`. */
  mentionIds?: readonly string[] | null | undefined;
  fileIds?: readonly string[] | null | undefined;
}

const isFresh = ({ created_at }: Pick<CommentRow, 'created_at'>): boolean =>
  Date.now() - created_at.getTime() < CHANGE_MINUTES * 60_000;

async function filesOf(db: Db, ids: readonly string[]): Promise<Map<string, FileRecord[]>> {
  const found = new Map<string, FileRecord[]>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('frm_comment_file as c')
    .innerJoin('att_file as f', 'f.id', 'c.file_id')
    .select(['c.comment_id', 'f.id', 'f.file_name', 'f.file_ext', 'f.size'])
    .where('c.comment_id', 'in', [...ids])
    .orderBy('c.sn')
    .execute();
  for (const { comment_id, ...file } of rows)
    found.set(comment_id, [...(found.get(comment_id) ?? []), toFileRecord(file)]);
  return found;
}

function onWire(user: RequestUser, row: ListedRow, files: FileRecord[]): Comment {
  const isRemoved = row.removed_at !== null;
  const isOwn = row.author_id === user.id;
  return {
    id: row.id,
    text: isRemoved ? '' : row.text,
    authorId: row.author_id,
    authorName: row.author_name,
    time: timeText(row.created_at),
    editedTime: row.edited_at ? timeText(row.edited_at) : '',
    isRemoved,
    isOwn,
    mayEdit: isOwn && !isRemoved && isFresh(row),
    mayRemove: !isRemoved && ((isOwn && isFresh(row)) || isAdmin(user)),
    mentions: isRemoved ? [] : row.mentions,
    files: isRemoved ? [] : files,
    isNew: row.is_new,
    readers: row.readers,
  };
}

/** The comments under a record that this person may read: the newest `size` of them. Refuses with 404. */
export async function commentsOf(
  context: ServerContext,
  user: RequestUser,
  { size, ...which }: Which & { size: number },
): Promise<CommentPage> {
  const { db } = context;
  const { id } = await readableRow(context, db, user, which);
  const { rows } = await sql<ListedRow>`
    select c.*, c.author_id <> ${user.id} and c.removed_at is null and c.created_at > coalesce(own.read_at, '-infinity') as is_new, (select count(*)::integer from frm_comment_read r
      where r.record_id = c.record_id and r.read_at >= c.created_at and r.user_id <> c.author_id) as readers
    from frm_comment c left join frm_comment_read own on own.record_id = c.record_id and own.user_id = ${user.id}
    where c.record_id = ${id} order by c.created_at desc, c.id desc limit ${size}`.execute(db);
  const { rows: counts } = await sql<{ total: number; unread: number }>`
    select count(*)::integer as total, (count(*) filter (where c.author_id <> ${user.id} and c.removed_at is null
        and c.created_at > coalesce(r.read_at, '-infinity')))::integer as unread
    from frm_comment c left join frm_comment_read r on r.record_id = c.record_id and r.user_id = ${user.id}
    where c.record_id = ${id}`.execute(db);
  const files = await filesOf(
    db,
    rows.filter(({ removed_at }) => removed_at === null).map((row) => row.id),
  );
  const [count] = counts;
  return {
    comments: rows.toReversed().map((row) => onWire(user, row, files.get(row.id) ?? [])),
    total: count?.total ?? 0,
    unread: count?.unread ?? 0,
    changeMinutes: CHANGE_MINUTES,
  };
}

/** Those among the wanted who are addressed in the text and may read the record. Refuses with MENTION_NO_RIGHT, naming the others. */
async function mentionsOf(
  context: ServerContext,
  trx: Trx,
  row: RecordRow,
  { text, mentionIds }: CommentInput,
): Promise<Mention[]> {
  const ids = [...new Set(mentionIds ?? [])];
  if (ids.length === 0) return [];
  const people = await trx.selectFrom('sys_user').select(['id', 'name']).where('id', 'in', ids).orderBy('id').execute();
  const addressed = people.filter(({ name }) => text.includes(`@${name}`));
  const readers = await readersAmong(
    context,
    trx,
    row,
    addressed.map(({ id }) => id),
  );
  const others = addressed.filter(({ id }) => !readers.has(id));
  if (others.length > 0) throw new Refusal('MENTION_NO_RIGHT', { names: others.map(({ name }) => name).join('、') });
  return addressed;
}

/** Files that come into a comment: those that stand in it already, and those that its author may read. Refuses with 403. */
async function filesFor(
  context: ServerContext,
  user: RequestUser,
  fileIds: readonly string[],
  already: ReadonlySet<string>,
): Promise<readonly string[]> {
  const ids = [...new Set(fileIds)];
  if (ids.length > MAX_FILES) throw new Refusal('FILE_COUNT', { limit: MAX_FILES });
  const fresh = ids.filter((id) => !already.has(id));
  if ((await readableFiles(context, user, fresh)).length < fresh.length) throw new Refusal('403');
  return ids;
}

async function storeFiles(trx: Trx, commentId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('frm_comment_file').where('comment_id', '=', commentId).execute();
  if (ids.length > 0)
    await trx
      .insertInto('frm_comment_file')
      .values(ids.map((file_id, sn) => ({ comment_id: commentId, file_id, sn })))
      .execute();
}

async function tellMentioned(trx: Trx, user: RequestUser, row: RecordRow, mentions: readonly Mention[]): Promise<void> {
  await remind(
    trx,
    mentions
      .filter(({ id }) => id !== user.id)
      .map(({ id }) => ({
        userId: id,
        kind: 'mention',
        title: `${user.name}在“${row.title || '未填写标题'}”的讨论中提到了您`,
        formKey: row.form_key,
        recordId: row.id,
      })),
  );
}

const hasContent = ({ text, fileIds }: CommentInput): boolean => text.trim() !== '' || (fileIds ?? []).length > 0;

/** What a comment is written with is looked up before its transaction: the embedded database has one connection. */
export interface ReadyComment extends CommentInput {
  row: RecordRow;
  files: readonly string[];
}

/** Looks up what a new comment names. Refuses with 404, COMMENT_EMPTY, FILE_COUNT, and 403 for files one may not read. */
export async function readyComment(
  context: ServerContext,
  user: RequestUser,
  which: Which,
  input: CommentInput,
  already: ReadonlySet<string> = new Set(),
): Promise<ReadyComment> {
  const row = await readableRow(context, context.db, user, which);
  if (!hasContent(input)) throw new Refusal('COMMENT_EMPTY');
  return { ...input, text: input.text.trim(), row, files: await filesFor(context, user, input.fileIds ?? [], already) };
}

/** Writes a comment under a record. Who is addressed is reminded, open pages hear of it. Refuses with MENTION_NO_RIGHT. */
export async function addComment(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  ready: ReadyComment,
): Promise<string> {
  const { row, text, files } = ready;
  const mentions = await mentionsOf(context, trx, row, ready);
  const id = newId();
  await trx
    .insertInto('frm_comment')
    .values({
      id,
      form_key: row.form_key,
      record_id: row.id,
      author_id: user.id,
      author_name: user.name,
      text,
      mentions: JSON.stringify(mentions),
      created_at: new Date(),
    })
    .execute();
  await storeFiles(trx, id, files);
  await tellMentioned(trx, user, row, mentions);
  await announce(trx, commentTopic(row.id), null);
  return id;
}

/** The comment, held for a change. Refuses with 404 what is not under this record or was removed. */
async function heldComment(trx: Trx, row: RecordRow, commentId: string): Promise<CommentRow> {
  const comment = await trx
    .selectFrom('frm_comment')
    .selectAll()
    .where('id', '=', commentId)
    .where('record_id', '=', row.id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!comment) throw new Refusal('404');
  return comment;
}

/** The files that stand in a comment. */
export async function filesInComment(db: Db, commentId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('frm_comment_file').select('file_id').where('comment_id', '=', commentId).execute();
  return new Set(rows.map(({ file_id }) => file_id));
}

/**
 * Changes one's own comment. Only who is addressed anew is reminded. Refuses with 403 another's, with COMMENT_LATE once the
 * time is over, with MENTION_NO_RIGHT as a new one.
 */
export async function editComment(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  commentId: string,
  ready: ReadyComment,
): Promise<void> {
  const { row, text, files } = ready;
  const comment = await heldComment(trx, row, commentId);
  if (comment.author_id !== user.id) throw new Refusal('403');
  if (!isFresh(comment)) throw new Refusal('COMMENT_LATE', { minutes: CHANGE_MINUTES });
  const mentions = await mentionsOf(context, trx, row, ready);
  await trx
    .updateTable('frm_comment')
    .set({ text, mentions: JSON.stringify(mentions), edited_at: new Date() })
    .where('id', '=', commentId)
    .execute();
  await storeFiles(trx, commentId, files);
  const before = new Set(comment.mentions.map(({ id }) => id));
  await tellMentioned(
    trx,
    user,
    row,
    mentions.filter(({ id }) => !before.has(id)),
  );
  await announce(trx, commentTopic(row.id), null);
}

/** Removes a comment: its line stays, its text and files are shown no more. Refuses with 403 and COMMENT_LATE. */
export async function removeComment(trx: Trx, user: RequestUser, row: RecordRow, commentId: string): Promise<void> {
  const comment = await heldComment(trx, row, commentId);
  if (comment.author_id !== user.id && !isAdmin(user)) throw new Refusal('403');
  if (!isAdmin(user) && !isFresh(comment)) throw new Refusal('COMMENT_LATE', { minutes: CHANGE_MINUTES });
  await trx.updateTable('frm_comment').set({ removed_at: new Date() }).where('id', '=', commentId).execute();
  await storeFiles(trx, commentId, []);
  await announce(trx, commentTopic(row.id), null);
}

/** Everything up to this comment counts as read by this person. Open pages hear of it only where something was unread. */
export async function readComments(trx: Trx, user: RequestUser, row: RecordRow, upTo: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`insert into frm_comment_read as r (record_id, user_id, read_at)
    select c.record_id, ${user.id}, c.created_at from frm_comment c where c.id = ${upTo} and c.record_id = ${row.id}
    on conflict (record_id, user_id) do update set read_at = excluded.read_at where r.read_at < excluded.read_at`.execute(
    trx,
  );
  if (numAffectedRows > 0n) await announce(trx, commentTopic(row.id), null);
}
