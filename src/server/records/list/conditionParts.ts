import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { andSql } from '../access/accessPaths.ts';
import { conditionSql, type AnyOf, type Condition } from './listConditions.ts';
import type { ListColumn } from './listFields.ts';
import { relationPathCondition, relationOfCondition, type IdsOf } from './pathConditions.ts';

/**
 * A column by which a person may query. `queryableCondition`: the condition on the records in which they may do so;
 * null: all records.
 */
export type QueryableColumn = ListColumn & { queryableCondition: RawBuilder<SqlBool> | null };

const isGroup = (condition: Condition | AnyOf): condition is AnyOf => 'anyOf' in condition;

/** Returns all single conditions, including the conditions in groups. */
const singleConditionsOf = (conditions: readonly (Condition | AnyOf)[]): readonly Condition[] =>
  conditions.flatMap((condition) => (isGroup(condition) ? condition.anyOf : [condition]));

/** Returns the fields of the form that the conditions read; for a relation path, its first relation. */
export const conditionFields = (form: CompiledForm, conditions: readonly (Condition | AnyOf)[]): string[] =>
  singleConditionsOf(conditions).map((condition) => relationOfCondition(form, condition)?.name ?? condition.field);

interface ConditionContext {
  formKey: string;
  form: CompiledForm;
  /** Returns a column. Refuses a field by which this person may not query. */
  column(name: string): QueryableColumn;
  idsOf: IdsOf;
}

/**
 * Returns the conditions of a list as SQL over `frm_record`; a record must match all of them. `columnConditions`:
 * single conditions on the form's own columns. `groupAndRelationConditions`: groups, and conditions over relations to
 * other records. A group `{ anyOf }` matches if at least one of its conditions matches. Conditions with a blank value
 * are left out, and so are groups that contain only such conditions. Refuses `area` and `areaOnly` in a group with
 * REQUEST_INVALID.
 */
export async function conditionParts(
  conditions: readonly (Condition | AnyOf)[],
  { formKey, form, column, idsOf }: ConditionContext,
): Promise<{ columnConditions: RawBuilder<SqlBool>[]; groupAndRelationConditions: RawBuilder<SqlBool>[] }> {
  const conditionAsSql = async (condition: Condition): Promise<RawBuilder<SqlBool> | null> => {
    const relation = relationOfCondition(form, condition);
    // a hidden relation is refused like any hidden field
    const { queryableCondition, ...listColumn } = column(relation?.name ?? condition.field);
    const part = relation
      ? await relationPathCondition(formKey, relation, condition, idsOf)
      : conditionSql(listColumn, condition);
    return part === null || queryableCondition === null ? part : sql<SqlBool>`(${andSql([queryableCondition, part])})`;
  };
  const ownConditions: RawBuilder<SqlBool>[] = [];
  const relatedConditions: RawBuilder<SqlBool>[] = [];
  for (const condition of conditions) {
    if (!isGroup(condition)) {
      const part = await conditionAsSql(condition);
      if (part) (relationOfCondition(form, condition) ? relatedConditions : ownConditions).push(part);
      continue;
    }
    const parts: RawBuilder<SqlBool>[] = [];
    for (const member of condition.anyOf) {
      // an area condition within an `or` is too slow: the database would compare each record with every area
      if (member.op === 'area' || member.op === 'areaOnly')
        throw new Refusal('REQUEST_INVALID', { detail: `查询方式“${member.op}”不能用于“任一条件”` });
      const part = await conditionAsSql(member);
      if (part) parts.push(part);
    }
    if (parts.length > 0) relatedConditions.push(sql<SqlBool>`(${sql.join(parts, sql` or `)})`);
  }
  return { columnConditions: ownConditions, groupAndRelationConditions: relatedConditions };
}
