import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { COLUMN_CASTS, columnKind } from '../../records/index.ts';
import { compileForm, isTable, relationOf, type CompiledForm } from '../../kernel/index.ts';
import { parseEffectExpression, type EffectNames } from '../../effects/index.ts';
import type { ValueType } from '../../expressions/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { withoutNull, translate, type SqlValue } from '../celSql/index.ts';
import { columnsOf, expressionValue, recordTable, timeZone, type FieldColumns } from '../records/index.ts';
import type { Db } from '../store/database.ts';

/** The columns of each form; null while a definition is only checked, because its table may not exist yet. */
type Columns = ReadonlyMap<string, FieldColumns> | null;

const SYSTEM_FIELDS: Readonly<Record<string, { column: string; kind: 'text' | 'time' }>> = {
  id: { column: 'id', kind: 'text' },
  title: { column: 'title', kind: 'text' },
  flwState: { column: 'flw_state', kind: 'text' },
  createBy: { column: 'create_by', kind: 'text' },
  createByName: { column: 'create_by_name', kind: 'text' },
  createTime: { column: 'create_time', kind: 'time' },
  updateTime: { column: 'update_time', kind: 'time' },
};

/** Returns the SQL of a field. `alias`: of the form's table. Null if the field is unknown or has no column. */
function fieldSql(form: CompiledForm, key: string, alias: string, columns: Columns): SqlValue | null {
  const field = form.fields.get(key);
  if (!field) {
    const system = Object.hasOwn(SYSTEM_FIELDS, key) ? SYSTEM_FIELDS[key] : undefined;
    if (!system) return null;
    const ref = sql.ref(`${alias}.${system.column}`);
    return {
      kind: system.kind,
      sql: system.kind === 'time' ? sql`(${ref} at time zone ${timeZone()})` : ref,
    };
  }
  const kind = isTable(field) ? null : columnKind(field);
  if (kind === null) return null;
  const fieldColumns = columns?.get(form.definition.formKey);
  const ref = fieldColumns ? fieldColumns.ref(key, kind, alias) : sql.raw(`null::${COLUMN_CASTS[kind]}`);
  return expressionValue({ kind, ref }, field.valueType);
}

/** Returns the SQL of a value that is reached through relations, as nested subqueries; null if the path is invalid. */
function pathSql(
  form: CompiledForm,
  parts: readonly string[],
  alias: string,
  { names, columns }: { names: EffectNames; columns: Columns },
): SqlValue | null {
  const [key = '', ...rest] = parts;
  if (rest.length === 0) return fieldSql(form, key, alias, columns);
  const node = form.fields.get(key)?.node;
  const relation = node ? relationOf(node) : null;
  const target = relation && !relation.isMultiple ? names.formOf(relation.to) : null;
  const id = fieldSql(form, key, alias, columns);
  if (!relation || !target || !id) return null;
  const targetAlias = `${alias}_${rest.length}`;
  const value = pathSql(compileForm(target, names.vocabulary), rest, targetAlias, {
    names,
    columns,
  });
  if (!value) return null;
  const { kind } = value;
  return columns
    ? {
        kind,
        sql: sql`(select ${value.sql} from ${recordTable(relation.to)} as ${sql.ref(targetAlias)} where ${sql.ref(`${targetAlias}.id`)} = ${id.sql})`,
      }
    : value;
}

/** Returns the keys of the forms whose columns a condition reads. */
function formsReadBy(form: CompiledForm, when: string, names: EffectNames): string[] {
  const keys = [form.definition.formKey];
  for (const { parts } of parseEffectExpression(when, names, 'bool').paths.values()) {
    let definition = form.definition;
    for (const part of parts.slice(0, -1)) {
      const field = compileForm(definition, names.vocabulary).fields.get(part) as { node: object };
      const relation = relationOf(field.node);
      const target = relation && names.formOf(relation.to);
      if (!target) break;
      definition = target;
      keys.push(definition.formKey);
    }
  }
  return [...new Set(keys)];
}

export type RuleConditionSql = { ok: true; sql: RawBuilder<SqlBool> } | { ok: false; problems: readonly Problem[] };

/** Translates a condition. With `columns` null only the problems are usable: the SQL contains nulls for the columns. */
function translateCondition(
  form: CompiledForm,
  when: string,
  names: EffectNames,
  columns: Columns,
  today: string,
): RuleConditionSql {
  const scoped = parseEffectExpression(when, names, 'bool');
  if (scoped.problems.length > 0) return { ok: false, problems: scoped.problems };
  const read = (path: readonly string[]): SqlValue | null => {
    const [first = '', ...members] = path[0] === 'form' ? path.slice(1) : path;
    const relationPath = scoped.paths.get(first);
    if (members.length > 0) return null;
    return relationPath
      ? pathSql(form, relationPath.parts, 'frm_record', { names, columns })
      : fieldSql(form, first, 'frm_record', columns);
  };
  const result = translate(scoped.text, scoped.types as Record<string, ValueType>, { today, read }, 'bool');
  return result.ok ? { ok: true, sql: sql<SqlBool>`${withoutNull(result.value)}` } : result;
}

/** Returns the problems that prevent the translation of a condition into SQL. The paths of the problems are empty. */
export function conditionProblems(form: CompiledForm, when: string, names: EffectNames): readonly Problem[] {
  const result = translateCondition(form, when, names, null, '2000-01-01');
  return result.ok ? [] : result.problems;
}

/**
 * Translates a condition into SQL over `frm_record`, the records of the form. `today`: the value of today(). Returns
 * problems if a form that the condition reads has changed since the publication.
 */
export async function ruleConditionSql(
  db: Db,
  form: CompiledForm,
  when: string,
  names: EffectNames,
  today: string,
): Promise<RuleConditionSql> {
  const columns = new Map<string, FieldColumns>();
  for (const key of formsReadBy(form, when, names)) columns.set(key, await columnsOf(db, key));
  return translateCondition(form, when, names, columns, today);
}

/**
 * Returns true if the condition reads the state of the record itself. The state of a related record
 * (`contract.flwState`) does not count.
 */
export const readsState = (when: string): boolean => /(?<![\w$.\u4e00-\u9fa5])(form\.)?flwState\b/.test(when);
