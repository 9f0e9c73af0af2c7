import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import { both } from '../access/accessPaths.ts';
import { conditionSql, type AnyOf, type Condition } from './listConditions.ts';
import type { ListColumn } from './listFields.ts';
import { pathCondition, relationAsked, type IdsOf } from './pathConditions.ts';

/** A column, and among which records alone it may be asked for (null: all). */
export type Askable = ListColumn & { among: RawBuilder<SqlBool> | null };

const isGroup = (condition: Condition | AnyOf): condition is AnyOf => 'anyOf' in condition;

/** Every condition, those of groups included. */
const flat = (conditions: readonly (Condition | AnyOf)[]): readonly Condition[] =>
  conditions.flatMap((condition) => (isGroup(condition) ? condition.anyOf : [condition]));

/** The fields of the form whose columns the conditions need; of a path along a relation, the relation. */
export const conditionFields = (form: CompiledForm, conditions: readonly (Condition | AnyOf)[]): string[] =>
  flat(conditions).map((condition) => relationAsked(form, condition)?.name ?? condition.field);

interface Asking {
  formKey: string;
  form: CompiledForm;
  /** Refuses a field that this person may not ask by. */
  column(name: string): Askable;
  idsOf: IdsOf;
}

/**
 * The conditions of a list as SQL over `frm_record`, all of which must hold. `own` depend on the form alone; `related` also on what this
 * person may read elsewhere. A group `{ anyOf }` holds where one of its conditions does; one without values does not narrow.
 */
export async function conditionParts(
  conditions: readonly (Condition | AnyOf)[],
  { formKey, form, column, idsOf }: Asking,
): Promise<{ own: RawBuilder<SqlBool>[]; related: RawBuilder<SqlBool>[] }> {
  const partOf = async (condition: Condition): Promise<RawBuilder<SqlBool> | null> => {
    const relation = relationAsked(form, condition);
    // a hidden relation is refused like any hidden field
    const { among, ...asking } = column(relation?.name ?? condition.field);
    const part = relation ? await pathCondition(formKey, relation, condition, idsOf) : conditionSql(asking, condition);
    return part === null || among === null ? part : sql<SqlBool>`(${both([among, part])})`;
  };
  const own: RawBuilder<SqlBool>[] = [];
  const related: RawBuilder<SqlBool>[] = [];
  for (const condition of conditions) {
    if (!isGroup(condition)) {
      const part = await partOf(condition);
      if (part) (relationAsked(form, condition) ? related : own).push(part);
      continue;
    }
    const parts: RawBuilder<SqlBool>[] = [];
    for (const one of condition.anyOf) {
      const part = await partOf(one);
      if (part) parts.push(part);
    }
    if (parts.length > 0) related.push(sql<SqlBool>`(${sql.join(parts, sql` or `)})`);
  }
  return { own, related };
}
