import { sql, type Selectable } from 'kysely';
import { mentionedPeople } from '../../domain/mentions.ts';
import { commentTopic } from '../../domain/recordTopics.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { readableFiles, toFileRecord, type FileRecord } from '../files/index.ts';
import { MAX_FILES } from '../http/errorHandling.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import { remind } from '../notices/index.ts';
import { loadReadableRow, type RecordRow } from '../records/index.ts';
import { newId } from '../store/newId.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { readersAmong } from './readers.ts';
import type { CommentTables, Mention } from './tables.ts';

type CommentRow = Selectable<CommentTables['frm_comment']>;
type ListedRow = CommentRow & { readers: number; is_new: boolean };

/**
 * Number of minutes during which authors may change or remove their comment; administrators may remove comments at any
 * time.
 */
export const CHANGE_MINUTES = 30;

/** A comment in an answer. A removed comment has no text, files and mentions. */
export interface Comment {
  id: string;
  text: string;
  authorId: string;
  authorName: string;
  time: string;
  /** The time of the last change; '': never changed. */
  editedTime: string;
  isRemoved: boolean;
  isOwn: boolean;
  mayEdit: boolean;
  mayRemove: boolean;
  mentions: Mention[];
  files: FileRecord[];
  /** Whether another person wrote the comment after the latest comment that this person has read. */
  isNew: boolean;
  /** How many people other than the author have read the comment. */
  readers: number;
}

/** The newest comments of a record, in the order in which they were written. */
export interface CommentPage {
  comments: Comment[];
  total: number;
  /** The number of comments with `isNew`, including those that are not listed here. */
  unread: number;
  /** `CHANGE_MINUTES`. */
  changeMinutes: number;
}

/** A record by form and id. */
export interface RecordKey {
  formKey: string;
  id: string;
}

/** The content of a new or changed comment, as sent. */
export interface CommentInput {
  text: string;
  /** Ids of people whom the text mentions by `@name`. */
  mentionIds?: readonly string[] | null | undefined;
  fileIds?: readonly string[] | null | undefined;
}

/** Returns whether the comment is young enough for its author to change or remove it. */
const isWithinChangeMinutes = ({ created_at }: Pick<CommentRow, 'created_at'>): boolean =>
  Date.now() - created_at.getTime() < CHANGE_MINUTES * 60_000;

/** Returns the files of comments, by comment id. */
async function filesOf(db: Db, ids: readonly string[]): Promise<Map<string, FileRecord[]>> {
  const filesById = new Map<string, FileRecord[]>();
  if (ids.length === 0) return filesById;
  const rows = await db
    .selectFrom('frm_comment_file as c')
    .innerJoin('att_file as f', 'f.id', 'c.file_id')
    .select(['c.comment_id', 'f.id', 'f.file_name', 'f.file_ext', 'f.size'])
    .where('c.comment_id', 'in', [...ids])
    .orderBy('c.sn')
    .execute();
  for (const { comment_id, ...file } of rows)
    filesById.set(comment_id, [...(filesById.get(comment_id) ?? []), toFileRecord(file)]);
  return filesById;
}

/** Converts a comment to the answer for this person. */
function toComment(user: RequestUser, row: ListedRow, files: FileRecord[]): Comment {
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
    mayEdit: isOwn && !isRemoved && isWithinChangeMinutes(row),
    mayRemove: !isRemoved && ((isOwn && isWithinChangeMinutes(row)) || isAdmin(user)),
    mentions: isRemoved ? [] : row.mentions,
    files: isRemoved ? [] : files,
    isNew: row.is_new,
    readers: row.readers,
  };
}

/** Returns the newest `size` comments on a record. Refuses with 404 a record that this person may not read. */
export async function commentsOf(
  context: ServerContext,
  user: RequestUser,
  { size, ...recordKey }: RecordKey & { size: number },
): Promise<CommentPage> {
  const { db } = context;
  const { id } = await loadReadableRow(context, db, user, recordKey);
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
    comments: rows.toReversed().map((row) => toComment(user, row, files.get(row.id) ?? [])),
    total: count?.total ?? 0,
    unread: count?.unread ?? 0,
    changeMinutes: CHANGE_MINUTES,
  };
}

/**
 * Returns the people among `mentionIds` whom the text mentions. Refuses with MENTION_NO_RIGHT if some of the mentioned
 * people may not read the record; the refusal names them.
 */
async function mentionsOf(
  context: ServerContext,
  trx: Trx,
  row: RecordRow,
  { text, mentionIds }: CommentInput,
): Promise<Mention[]> {
  const ids = [...new Set(mentionIds ?? [])];
  if (ids.length === 0) return [];
  const people = await trx.selectFrom('sys_user').select(['id', 'name']).where('id', 'in', ids).execute();
  const mentioned = mentionedPeople(
    text,
    people.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  );
  const readers = await readersAmong(
    context,
    trx,
    row,
    mentioned.map(({ id }) => id),
  );
  const nonReaders = mentioned.filter(({ id }) => !readers.has(id));
  if (nonReaders.length > 0)
    throw new Refusal('MENTION_NO_RIGHT', { names: nonReaders.map(({ name }) => name).join('、') });
  return mentioned;
}

/**
 * Returns the ids of a comment's files, without duplicates. Refuses with FILE_COUNT too many files, and with 403 a new
 * file that this person may not read. `filesBefore`: the files that a changed comment had before.
 */
async function checkFiles(
  context: ServerContext,
  user: RequestUser,
  fileIds: readonly string[],
  filesBefore: ReadonlySet<string>,
): Promise<readonly string[]> {
  const ids = [...new Set(fileIds)];
  if (ids.length > MAX_FILES) throw new Refusal('FILE_COUNT', { limit: MAX_FILES });
  const newFiles = ids.filter((id) => !filesBefore.has(id));
  if ((await readableFiles(context, user, newFiles)).length < newFiles.length) throw new Refusal('403');
  return ids;
}

/** Replaces the files of a comment. */
async function storeFiles(trx: Trx, commentId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('frm_comment_file').where('comment_id', '=', commentId).execute();
  if (ids.length > 0)
    await trx
      .insertInto('frm_comment_file')
      .values(ids.map((file_id, sn) => ({ comment_id: commentId, file_id, sn })))
      .execute();
}

async function remindMentioned(
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  mentions: readonly Mention[],
): Promise<void> {
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

/**
 * A comment that has been checked and can be stored. The checks read outside the transaction, so they must run before
 * it begins: the embedded database has only one connection.
 */
export interface PreparedComment extends CommentInput {
  row: RecordRow;
  files: readonly string[];
}

/**
 * Checks the content of a new or changed comment. Refuses with 404 a record that this person may not read, with
 * COMMENT_EMPTY, FILE_COUNT, and with 403 a file that this person may not read.
 */
export async function prepareComment(
  context: ServerContext,
  user: RequestUser,
  recordKey: RecordKey,
  input: CommentInput,
  filesBefore: ReadonlySet<string> = new Set(),
): Promise<PreparedComment> {
  const row = await loadReadableRow(context, context.db, user, recordKey);
  if (!hasContent(input)) throw new Refusal('COMMENT_EMPTY');
  return {
    ...input,
    text: input.text.trim(),
    row,
    files: await checkFiles(context, user, input.fileIds ?? [], filesBefore),
  };
}

/**
 * Stores a comment on a record, reminds the mentioned people and notifies open pages. Returns its id. Refuses with
 * MENTION_NO_RIGHT.
 */
export async function addComment(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  prepared: PreparedComment,
): Promise<string> {
  const { row, text, files } = prepared;
  const mentions = await mentionsOf(context, trx, row, prepared);
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
  await remindMentioned(trx, user, row, mentions);
  await announce(trx, commentTopic(row.id), null);
  return id;
}

/**
 * Returns a comment of a record and locks its row. Refuses with 404 a removed comment, and a comment of another record.
 */
async function findCommentForUpdate(trx: Trx, row: RecordRow, commentId: string): Promise<CommentRow> {
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

/** Returns the ids of the files of a comment. */
export async function listFilesInComment(db: Db, commentId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('frm_comment_file').select('file_id').where('comment_id', '=', commentId).execute();
  return new Set(rows.map(({ file_id }) => file_id));
}

/**
 * Changes a comment of this person and reminds the mentioned people who were not mentioned before. Refuses with 403 a
 * comment of another person, with COMMENT_LATE after `CHANGE_MINUTES`, and with MENTION_NO_RIGHT.
 */
export async function editComment(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  commentId: string,
  prepared: PreparedComment,
): Promise<void> {
  const { row, text, files } = prepared;
  const comment = await findCommentForUpdate(trx, row, commentId);
  if (comment.author_id !== user.id) throw new Refusal('403');
  if (!isWithinChangeMinutes(comment)) throw new Refusal('COMMENT_LATE', { minutes: CHANGE_MINUTES });
  const mentions = await mentionsOf(context, trx, row, prepared);
  await trx
    .updateTable('frm_comment')
    .set({ text, mentions: JSON.stringify(mentions), edited_at: new Date() })
    .where('id', '=', commentId)
    .execute();
  await storeFiles(trx, commentId, files);
  const mentionedBefore = new Set(comment.mentions.map(({ id }) => id));
  await remindMentioned(
    trx,
    user,
    row,
    mentions.filter(({ id }) => !mentionedBefore.has(id)),
  );
  await announce(trx, commentTopic(row.id), null);
}

/**
 * Marks a comment as removed: it stays in the list without text and files. Except for administrators, refuses with 403
 * a comment of another person, and with COMMENT_LATE after `CHANGE_MINUTES`.
 */
export async function removeComment(trx: Trx, user: RequestUser, row: RecordRow, commentId: string): Promise<void> {
  const comment = await findCommentForUpdate(trx, row, commentId);
  if (comment.author_id !== user.id && !isAdmin(user)) throw new Refusal('403');
  if (!isAdmin(user) && !isWithinChangeMinutes(comment)) throw new Refusal('COMMENT_LATE', { minutes: CHANGE_MINUTES });
  await trx.updateTable('frm_comment').set({ removed_at: new Date() }).where('id', '=', commentId).execute();
  await storeFiles(trx, commentId, []);
  await announce(trx, commentTopic(row.id), null);
}

/**
 * Marks all comments up to the comment with the id `upTo` as read by this person. Notifies open pages only if one of
 * them was unread.
 */
export async function markCommentsRead(trx: Trx, user: RequestUser, row: RecordRow, upTo: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`insert into frm_comment_read as r (record_id, user_id, read_at)
    select c.record_id, ${user.id}, c.created_at from frm_comment c where c.id = ${upTo} and c.record_id = ${row.id}
    on conflict (record_id, user_id) do update set read_at = excluded.read_at where r.read_at < excluded.read_at`.execute(
    trx,
  );
  if (numAffectedRows > 0n) await announce(trx, commentTopic(row.id), null);
}
