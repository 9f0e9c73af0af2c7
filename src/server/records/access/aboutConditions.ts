import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { hasSeveralValues } from '../../../records/index.ts';
import type { FormAccess } from '../../../rules/keepers.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { columnsOf, type FieldColumns } from '../columns/columnRefs.ts';

/** The columns of `ownerField` and `deptField`, which contain the person or department that a record is about. */
export type AboutColumns = Pick<FieldColumns, 'column' | 'ref'>;

/** Loads the columns of a form if its access settings name an `ownerField` or a `deptField`; otherwise null. */
export async function loadAboutColumns(
  db: Db,
  formKey: string,
  access: FormAccess | undefined,
): Promise<AboutColumns | null> {
  return access?.ownerField || access?.deptField ? columnsOf(db, formKey) : null;
}

/**
 * Returns the columns that `aboutConditions` reads, for cache keys: a field whose kind has changed has another column.
 * Refuses with COLUMN_NOT_READY if a column is not yet filled.
 */
export const aboutColumnNames = (
  access: FormAccess | undefined,
  ledDepartments: readonly string[],
  columns: AboutColumns | null,
): unknown[] =>
  [access?.ownerField, ledDepartments.length > 0 ? access?.deptField : undefined].map((field) => {
    const column = field ? columns?.column(field) : undefined;
    return column ? [column.name, column.part] : null;
  });

/** Returns the condition that a field contains one of these ids. The field may have one value or several. */
function containsAnyOf(columns: AboutColumns, field: string, ids: readonly string[]): RawBuilder<SqlBool> {
  return hasSeveralValues(columns.column(field)?.kind)
    ? sql<SqlBool>`${columns.ref(field)} && ${ids}::text[]`
    : sql<SqlBool>`${columns.ref(field)} = any(${ids}::text[])`;
}

/** Returns the conditions that select the records about this person, and about the departments that they lead. */
export function aboutConditions(
  user: RequestUser,
  access: FormAccess | undefined,
  ledDepartments: readonly string[],
  /** Null if the form names no field for the person or department. */
  columns: AboutColumns | null,
): RawBuilder<SqlBool>[] {
  if (!columns) return [];
  return [
    ...(access?.ownerField ? [containsAnyOf(columns, access.ownerField, [user.id])] : []),
    ...(access?.deptField && ledDepartments.length > 0
      ? [containsAnyOf(columns, access.deptField, ledDepartments)]
      : []),
  ];
}
