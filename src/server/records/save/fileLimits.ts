import { sql, type SqlBool } from 'kysely';
import { isForeignFile } from '../../../domain/fileValue.ts';
import type { CompiledForm, CompiledField, UploadLimits } from '../../../kernel/index.ts';
import { type Path, type Problem, problem } from '../../../domain/problem/index.ts';
import type { Db } from '../../store/database.ts';
import { sheetsOf, type Save } from './valueScopes.ts';

/** A file field to which files were added: which, and how many it holds then. */
interface Grown {
  field: CompiledField;
  limits: UploadLimits;
  path: Path;
  added: readonly string[];
  count: number;
}

interface StoredFile {
  id: string;
  file_name: string;
  mime: string;
  size: number | string;
}

function grownFields(form: CompiledForm, save: Save): Grown[] {
  return sheetsOf(form, save, ({ definition }) => definition.files !== undefined).flatMap(
    ({ fields, now, before, path }) =>
      fields.flatMap((field): Grown[] => {
        const { key, node, definition } = field;
        if (!definition.files) return [];
        const refs = definition.files.refs(now[key]);
        const known = new Set(definition.files.refs(before?.[key]));
        const added = refs.filter((ref) => !known.has(ref));
        if (added.length === 0) return [];
        const limits = definition.files.limits(node as never);
        return [{ field, limits, path: [...path, key], added, count: refs.length }];
      }),
  );
}

/** Why these files may not be added; null where they may. */
function refusalOf({ limits, added, count }: Grown, files: ReadonlyMap<string, StoredFile>): string | null {
  if (count > limits.maxCount) return `最多 ${limits.maxCount} 个文件`;
  for (const id of added) {
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
 * FL-010…012, FL-018, FL-019, FK-018…020: files added to a field are judged by its type, size and count, as its control
 * judges them. What stood there before may stay.
 */
export async function fileProblems(db: Db, form: CompiledForm, save: Save): Promise<Problem[]> {
  const grown = grownFields(form, save);
  const ids = [...new Set(grown.flatMap(({ added }) => added))].filter((ref) => !isForeignFile(ref));
  const found: StoredFile[] =
    ids.length === 0
      ? []
      : await db
          .selectFrom('att_file')
          .select(['id', 'file_name', 'mime', 'size'])
          .where(sql<SqlBool>`id = any(${ids}::text[])`)
          .execute();
  const files = new Map(found.map((file) => [file.id, file]));
  return grown.flatMap((field) => {
    const detail = refusalOf(field, files);
    return detail === null
      ? []
      : [problem('VALUE_RANGE', field.path, { label: field.field.node.label || field.field.key, detail })];
  });
}
