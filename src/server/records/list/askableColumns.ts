import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { columnKind, companionKey, isRange, type CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { Ground } from '../../store/facts.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { hiddenCells, hiddenFields } from '../../flow/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { openByOldRules } from '../access/oldRules.ts';
import type { FieldColumns } from '../columns/columnRefs.ts';
import { situationOf } from '../read/situationOf.ts';
import { listColumn, type ListColumn } from './listFields.ts';
import { comparedFormat } from './comparedDates.ts';
import type { Askable } from './conditionParts.ts';

interface Which {
  formKey: string;
  form: CompiledForm;
  version: number;
}

const refuse = (name: string): never => {
  throw new Refusal('REQUEST_INVALID', { detail: `没有可查询的字段“${name}”` });
};

/**
 * Columns this person may ask by, whether to filter, sort, group or sum. A value that some task node hides must not be
 * found out by searching for it. The answer refuses with the name of a field that may not be asked.
 */
export async function askableColumns(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, form, version }: Which,
  names: readonly string[],
  columns: FieldColumns,
  ground: Ground,
): Promise<(name: string) => Askable> {
  const flow = isAdmin(user) ? null : await flowOfForm(context, db, form.definition.flowKey, ground);
  const hidden = hiddenFields(flow?.definition ?? null);
  const situation = situationOf({ user, formKey, row: null, rules: null, isEdit: false, isTask: false });
  const isOld = !isAdmin(user) && names.some((name) => form.fields.has(name));
  const among = isOld ? await openByOldRules(context, db, formKey, { form, version, flow }) : () => null;
  return (name) => {
    const column = hidden.has(name) ? null : listColumn(form, situation, columns, name);
    return column ? { ...column, among: among(name) } : refuse(name);
  };
}

/** A column whose value is empty where it may not be asked for. */
export const openColumn = ({ among, ...column }: Askable): ListColumn =>
  among ? { ...column, value: sql`case when ${among} then ${column.value} end` } : column;

/**
 * The same for the columns of a sub-table, over the rows under `alias` of the records `frm_record`. Refuses the whole table
 * where it is hidden. `among`: the records whose rows may be asked for at all.
 */
export async function askableCells(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, form, version }: Which,
  { table, alias, columns }: { table: string; alias: string; columns: FieldColumns },
  ground: Ground,
): Promise<{ among: RawBuilder<SqlBool> | null; cell(name: string): Askable }> {
  const compiled = form.tables.get(table);
  const flow = isAdmin(user) ? null : await flowOfForm(context, db, form.definition.flowKey, ground);
  const situation = situationOf({ user, formKey, row: null, rules: null, isEdit: false, isTask: false });
  const rows = columns.rows(table, alias);
  if (!compiled || !rows || hiddenFields(flow?.definition ?? null).has(table) || !compiled.mayRead(situation))
    return refuse(table);
  const hidden = hiddenCells(flow?.definition ?? null, table);
  const among = isAdmin(user) ? () => null : await openByOldRules(context, db, formKey, { form, version, flow });
  return {
    among: among(table),
    cell(name) {
      const field = compiled.columns.find(({ key }) => key === name);
      const kind = field ? columnKind(field) : null;
      if (!field || kind === null || hidden.has(name) || !field.mayRead(situation)) return refuse(name);
      return {
        key: name,
        isSystem: false,
        kind: kind === 'texts' ? (isRange(field) ? 'span' : 'list') : kind,
        value: rows.ref(name, kind),
        labels: field.hasCompanion ? [rows.ref(companionKey(name), 'text') as RawBuilder<string>] : [],
        grams: null,
        dateFormat: comparedFormat(field),
        among: among(`${table}.${name}`),
      };
    },
  };
}
