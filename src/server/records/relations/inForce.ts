import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormDefinition } from '../../../kernel/index.ts';

/**
 * Returns the SQL condition that a row of `frm_record` is in force: finished if the form has a process; otherwise
 * stored without approval or finished. In a form that no longer has a process, a record whose approval began earlier is
 * in force only when it is finished.
 */
export const inForceSql = ({ flowKey }: Pick<FormDefinition, 'flowKey'>): RawBuilder<SqlBool> =>
  flowKey ? sql<SqlBool>`frm_record.flw_state = '3'` : sql<SqlBool>`frm_record.flw_state in ('0', '3')`;

/** Checks whether a loaded record is in force, by the rules of `inForceSql`. */
export const isInForce = (row: { flw_state: string }, { flowKey }: Pick<FormDefinition, 'flowKey'>): boolean =>
  row.flw_state === '3' || (!flowKey && row.flw_state === '0');

/**
 * Checks whether the condition of a relation reads the record's state. With such a condition, the relation may also
 * refer to records that are not in force: `inForceSql` is not applied.
 */
export const filtersByState = (plan: { names: readonly string[] } | null): boolean =>
  plan !== null && plan.names.includes('flwState');
