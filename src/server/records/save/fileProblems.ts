import { sql, type SqlBool } from 'kysely';
import { isForeignFile } from '../../../domain/fileValue.ts';
import type { CompiledForm, CompiledField, UploadLimits } from '../../../kernel/index.ts';
import { type Path, type Problem, problem } from '../../../domain/problem/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { findReadableFiles } from '../read/fileAccess.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import { fileIdsOf } from '../read/recordFiles.ts';
import type { RecordValues } from '../tables.ts';
import { valueGroupsOf, type Save } from './valueGroups.ts';

/**
 * Refuses with 403 if a file added between `before` and `after` does not exist, or was uploaded by somebody else and
 * may not be read by this person. Without this check a person could read any file by writing its id into their own
 * record. Administrators may add every existing file.
 */
export async function refuseUnreadableFiles(
  context: ServerContext,
  db: Db,
  { loaded, user }: Pick<OpenRecord, 'loaded' | 'user'>,
  before: RecordValues,
  after: RecordValues,
): Promise<void> {
  const filesBefore = new Set(fileIdsOf(loaded.form, before));
  const addedIds = fileIdsOf(loaded.form, after).filter((id) => !filesBefore.has(id));
  if (addedIds.length === 0) return;
  const files = await db
    .selectFrom('att_file')
    .select(['id', 'uploader_id'])
    .where(sql<SqlBool>`id = any(${addedIds}::text[])`)
    .execute();
  if (files.length < addedIds.length) throw new Refusal('403');
  const filesOfOthers = isAdmin(user) ? [] : files.filter((file) => file.uploader_id !== user.id);
  const readableIds = new Set(
    await findReadableFiles(
      context,
      db,
      user,
      filesOfOthers.map((file) => file.id),
    ),
  );
  if (filesOfOthers.some((file) => !readableIds.has(file.id))) throw new Refusal('403');
}

/** A file field to which a save adds files. `count`: the number of files in the field after the save. */
interface FileAddition {
  field: CompiledField;
  limits: UploadLimits;
  path: Path;
  addedIds: readonly string[];
  count: number;
}

/** A row of the table of files. */
interface StoredFile {
  id: string;
  file_name: string;
  mime: string;
  size: number | string;
}

/** Returns the file fields to which a save adds files. */
function findFileAdditions(form: CompiledForm, save: Save): FileAddition[] {
  return valueGroupsOf(form, save, ({ definition }) => definition.files !== undefined).flatMap(
    ({ fields, now, before, path }) =>
      fields.flatMap((field): FileAddition[] => {
        const { key, node, definition } = field;
        if (!definition.files) return [];
        const refs = definition.files.refs(now[key]);
        const storedRefs = new Set(definition.files.refs(before?.[key]));
        const addedIds = refs.filter((ref) => !storedRefs.has(ref));
        if (addedIds.length === 0) return [];
        const limits = definition.files.limits(node as never);
        return [{ field, limits, path: [...path, key], addedIds, count: refs.length }];
      }),
  );
}

/**
 * Returns the reason (Chinese text) why the files may not be added; null if they may be added. Files on other servers
 * are only counted, because their type and size are not stored.
 */
function rejectionReason(
  { limits, addedIds, count }: FileAddition,
  files: ReadonlyMap<string, StoredFile>,
): string | null {
  if (count > limits.maxCount) return `最多 ${limits.maxCount} 个文件`;
  for (const id of addedIds) {
    const file = files.get(id);
    if (!file) continue;
    if (!limits.isAllowed({ name: file.file_name, type: file.mime }))
      return `“${file.file_name}”文件格式不正确，请上传${limits.typeNames}格式的文件`;
    if (Number(file.size) > limits.maxSize)
      return `“${file.file_name}”过大，上传文件大小不能超过 ${limits.maxSizeText}`;
  }
  return null;
}

/**
 * Validates the type, size and number of files that a save adds to a field, with the rules of the field's control
 * (FL-010…012, FL-018, FL-019, FK-018…020). Files that the field contained before are not validated again.
 */
export async function findFileProblems(db: Db, form: CompiledForm, save: Save): Promise<Problem[]> {
  const additions = findFileAdditions(form, save);
  const ids = [...new Set(additions.flatMap(({ addedIds }) => addedIds))].filter((ref) => !isForeignFile(ref));
  const storedFiles: StoredFile[] =
    ids.length === 0
      ? []
      : await db
          .selectFrom('att_file')
          .select(['id', 'file_name', 'mime', 'size'])
          .where(sql<SqlBool>`id = any(${ids}::text[])`)
          .execute();
  const filesById = new Map(storedFiles.map((file) => [file.id, file]));
  return additions.flatMap((addition) => {
    const detail = rejectionReason(addition, filesById);
    return detail === null
      ? []
      : [problem('VALUE_RANGE', addition.path, { label: addition.field.node.label || addition.field.key, detail })];
  });
}
