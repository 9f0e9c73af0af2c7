import type { Selectable } from 'kysely';
import { mentionedNames } from '../../domain/mentions.ts';
import { reviewTopic } from '../../domain/recordTopics.ts';
import { DOCUMENT_KIND_NAMES, findDocument } from '../documents/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import { remind } from '../notices/index.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { editorAddress } from './editorAddress.ts';
import { listAdministrators } from './listAdministrators.ts';
import { invalidRequest, type DocumentRef } from './shared.ts';
import type { UserName, ReviewTables } from './tables.ts';

type Row = Selectable<ReviewTables['doc_comment']>;

/** Maximum length of a comment, in characters. */
export const MAX_TEXT_LENGTH = 2000;

/** A comment in an answer. A removed comment has no text and no mentions. */
export interface DocumentComment {
  id: string;
  /** The id of the comment that this comment replies to; '' for the first comment of a thread. */
  parentId: string;
  part: string;
  partName: string;
  text: string;
  authorName: string;
  time: string;
  mentions: UserName[];
  /** Whether the user who requests the comments has written this comment. */
  isOwn: boolean;
  isRemoved: boolean;
  isResolved: boolean;
  resolvedBy: string;
}

/** A comment that a person sends. */
export interface NewComment extends DocumentRef {
  parentId?: string | null;
  part?: string | null;
  partName?: string | null;
  text: string;
  /** Ids of administrators whom the text mentions by `@name`. */
  mentionIds?: readonly string[] | null;
}

/** Converts a row to a comment in an answer. */
function toComment(user: RequestUser, row: Row): DocumentComment {
  const isRemoved = row.removed_at !== null;
  return {
    id: row.id,
    parentId: row.parent_id ?? '',
    part: row.part,
    partName: row.part_name,
    text: isRemoved ? '' : row.text,
    authorName: row.author_name,
    time: timeText(row.created_at),
    mentions: isRemoved ? [] : row.mentions,
    isOwn: row.author_id === user.id,
    isRemoved,
    isResolved: row.resolved_at !== null,
    resolvedBy: row.resolved_by_name,
  };
}

/** Returns all comments of a document, the oldest first. */
export async function commentsOf(db: Db, user: RequestUser, { kind, key }: DocumentRef): Promise<DocumentComment[]> {
  const rows = await db
    .selectFrom('doc_comment')
    .selectAll()
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => toComment(user, row));
}

/** Returns a comment and locks its row. Refuses with 404 an unknown id. */
async function findCommentForUpdate(trx: Trx, id: string): Promise<Row> {
  const row = await trx.selectFrom('doc_comment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row;
}

/**
 * Returns the administrators mentioned in the text. Refuses with REQUEST_INVALID an id of a person who is not an active
 * administrator, because that person could not open the link.
 */
async function mentionsOf(db: Db, { text, mentionIds }: NewComment): Promise<UserName[]> {
  const mentionedIds = new Set(mentionIds ?? []);
  if (mentionedIds.size === 0) return [];
  const people = await listAdministrators(db);
  const administratorIds = new Set(people.map(({ id }) => id));
  if ([...mentionedIds].some((id) => !administratorIds.has(id)))
    throw invalidRequest('提到的人不是在用的管理员，不能打开此文档');
  const names = mentionedNames(
    text,
    people.map(({ name }) => name),
  );
  return people.filter(({ id, name }) => mentionedIds.has(id) && names.has(name));
}

/**
 * Stores a comment or a reply. A reply belongs to the thread and part of its parent, and reopens a resolved thread.
 * Sends a reminder to the mentioned people and the author of the thread, but not to the user. Returns the id. Refuses
 * with 404 an unknown document or thread, and with REQUEST_INVALID an invalid comment.
 */
export async function addComment(trx: Trx, user: RequestUser, input: NewComment): Promise<string> {
  const { kind, key } = input;
  const text = input.text.trim();
  if (text === '') throw invalidRequest('批注没有内容');
  if (text.length > MAX_TEXT_LENGTH) throw invalidRequest(`批注最多 ${MAX_TEXT_LENGTH} 个字，现有 ${text.length} 个`);
  const document = await findDocument(trx, kind, key);
  if (!document) throw new Refusal('404');
  const parent = input.parentId ? await findCommentForUpdate(trx, input.parentId) : null;
  if (parent && (parent.kind !== kind || parent.doc_key !== key)) throw new Refusal('404');
  if (parent && parent.parent_id !== null) throw invalidRequest('只能回复一条批注，不能回复它的回复');
  if (parent?.removed_at) throw invalidRequest('此批注已删除，不能再回复');
  const mentions = await mentionsOf(trx, { ...input, text });
  const id = newId();
  await trx
    .insertInto('doc_comment')
    .values({
      id,
      kind,
      doc_key: key,
      parent_id: parent?.id ?? null,
      part: parent?.part ?? input.part ?? '',
      part_name: parent?.part_name ?? input.partName ?? '',
      author_id: user.id,
      author_name: user.name,
      text,
      mentions: JSON.stringify(mentions),
    })
    .execute();
  if (parent?.resolved_at) await setResolved(trx, user, parent.id, false);
  const name = document.draft_name ?? document.name;
  const link = editorAddress(input, { comment: parent?.id ?? id });
  const documentText = `${DOCUMENT_KIND_NAMES[kind]}“${name}”`;
  const mentionedUserIds = new Set(mentions.map((user) => user.id));
  await remind(trx, [
    ...[...mentionedUserIds]
      .filter((userId) => userId !== user.id)
      .map((userId) => ({
        userId,
        kind: 'doc-comment',
        title: `${user.name}在${documentText}的批注中提到了您`,
        content: text,
        link,
      })),
    ...(parent && parent.author_id !== user.id && !mentionedUserIds.has(parent.author_id)
      ? [
          {
            userId: parent.author_id,
            kind: 'doc-comment',
            title: `${user.name}回复了您在${documentText}的批注`,
            content: text,
            link,
          },
        ]
      : []),
  ]);
  await announce(trx, reviewTopic(kind, key), null);
  return id;
}

/** Marks a thread as resolved or unresolved. Refuses with 404 an unknown id, and with REQUEST_INVALID a reply. */
export async function setResolved(trx: Trx, user: RequestUser, id: string, isResolved: boolean): Promise<void> {
  const row = await findCommentForUpdate(trx, id);
  if (row.parent_id !== null) throw invalidRequest('只能把整条批注标为已解决');
  if ((row.resolved_at !== null) === isResolved) return;
  await trx
    .updateTable('doc_comment')
    .set({ resolved_at: isResolved ? new Date() : null, resolved_by_name: isResolved ? user.name : '' })
    .where('id', '=', id)
    .execute();
  await announce(trx, reviewTopic(row.kind, row.doc_key), null);
}

/**
 * Removes a comment of the user; its replies stay. Refuses with 404 an unknown id, with 403 another person's comment.
 */
export async function removeComment(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const row = await findCommentForUpdate(trx, id);
  if (row.author_id !== user.id) throw new Refusal('403');
  if (row.removed_at !== null) return;
  await trx.updateTable('doc_comment').set({ removed_at: new Date() }).where('id', '=', id).execute();
  await announce(trx, reviewTopic(row.kind, row.doc_key), null);
}
