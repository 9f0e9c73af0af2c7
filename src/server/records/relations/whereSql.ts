import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { today } from '../../../domain/dates.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import {
  TESTED_RECORD,
  endOfPath,
  whereTypes,
  type LocatedRelation,
  type RelationContext,
} from '../../../relations/index.ts';
import { coerce, type ExpressionTypes, type ReadName, type ValueType } from '../../../expressions/index.ts';
import type { FormDefinition } from '../../../kernel/index.ts';
import { constantOf, withoutNull, translate, type SqlKind, type SqlScope, type SqlValue } from '../../celSql/index.ts';
import type { ListColumn } from '../list/listFields.ts';

/** The condition of a relation, checked and ready to be translated to SQL. */
export interface WherePlan {
  /** The condition as an expression. */
  text: string;
  types: ExpressionTypes;
  target: FormDefinition;
  /** The fields of the target form's records that the condition reads. */
  names: readonly string[];
  context: RelationContext;
}

const SQL_KINDS: Readonly<Record<ValueType, SqlKind>> = {
  string: 'text',
  double: 'number',
  bool: 'bool',
  list: 'list',
  dyn: 'text',
};

/**
 * Returns a column as an SQL value of this type. If the type is number or list and the column has another kind,
 * returns SQL `null`.
 */
function valueOf({ value, kind }: ListColumn, type: ValueType): SqlValue {
  switch (SQL_KINDS[type]) {
    case 'number':
      return { kind: 'number', sql: kind === 'number' ? value : sql`null::numeric` };
    case 'bool':
      return { kind: 'bool', sql: sql`((${value})::text in ('1', 'true'))` };
    case 'list':
      return { kind: 'list', sql: kind === 'list' || kind === 'span' ? value : sql`null::text[]` };
    default:
      return { kind: 'text', sql: sql`(${value})::text` };
  }
}

/**
 * Returns what the names in a condition mean in SQL: a column of the target form (`column`), or a constant for a value
 * of the referring record (`read`).
 */
function scopeOf(
  { target, context: { formOf, vocabulary }, types }: Pick<WherePlan, 'target' | 'context' | 'types'>,
  column: (name: string) => ListColumn | null,
  read: ReadName,
): SqlScope {
  return {
    today: today(),
    read: ([name, ...rest]) => {
      if (name !== TESTED_RECORD) return name === undefined ? null : surroundingValue(name, rest, read, types);
      const end = endOfPath(target, rest, formOf, vocabulary);
      const foundColumn = end && rest.length === 1 && rest[0] !== undefined ? column(rest[0]) : null;
      return end && foundColumn ? valueOf(foundColumn, end.type) : null;
    },
  };
}

/**
 * Returns a value of the referring record or of the situation as a constant, because it is the same for every record
 * of the target form.
 */
function surroundingValue(name: string, members: readonly string[], read: ReadName, types: ExpressionTypes): SqlValue {
  let value = read(name);
  let type: ExpressionTypes[string] | undefined = types[name];
  for (const member of members) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
    type = typeof type === 'object' && 'fields' in type ? type.fields[member] : undefined;
  }
  return constantOf(typeof type === 'string' && type !== 'dyn' ? coerce(value, type) : value);
}

/**
 * Creates a function that returns a dummy column for every name and adds the name to `names`. A translation with these
 * columns shows whether a condition can be translated and which fields it reads.
 */
const dummyColumn =
  (names: Set<string>) =>
  (name: string): ListColumn => {
    names.add(name);
    return { key: name, isSystem: false, kind: 'number', value: sql`null`, labels: [], grams: null };
  };

/**
 * Checks and plans a relation's condition. Returns null for a relation without a condition. The paths of problems are
 * empty.
 */
export function planWhere(
  definition: FormDefinition,
  target: FormDefinition,
  { relation, table }: Pick<LocatedRelation, 'relation' | 'table'>,
  context: RelationContext,
): { ok: true; value: WherePlan | null } | { ok: false; problems: readonly Problem[] } {
  if (relation.where === '') return { ok: true, value: null };
  const types = whereTypes(definition, target, table, context.vocabulary);
  const names = new Set<string>();
  const result = translate(
    relation.where,
    types,
    scopeOf({ target, context, types }, dummyColumn(names), () => undefined),
    'bool',
  );
  return result.ok
    ? { ok: true, value: { text: relation.where, types, target, names: [...names], context } }
    : { ok: false, problems: result.problems };
}

/**
 * Returns the condition as SQL. `column`: returns the column of a field of the target form. `read`: returns the current
 * values of the referring record.
 */
export function whereSql(plan: WherePlan, column: (name: string) => ListColumn, read: ReadName): RawBuilder<SqlBool> {
  const result = translate(plan.text, plan.types, scopeOf(plan, column, read), 'bool');
  // the translation cannot fail: `planWhere` translated the same text with the same types
  return result.ok ? sql<SqlBool>`${withoutNull(result.value)}` : sql<SqlBool>`false`;
}
