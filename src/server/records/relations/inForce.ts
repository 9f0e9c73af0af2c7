import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormDefinition } from '../../../kernel/index.ts';

/**
 * Returns the condition over `frm_record` that a record is in force: finished if the form has a process; otherwise
 * stored and not voided. A record with an approval that began before the form lost its process is in force when it is
 * finished.
 */
export const inForceSql = ({ flowKey }: Pick<FormDefinition, 'flowKey'>): RawBuilder<SqlBool> =>
  flowKey ? sql<SqlBool>`frm_record.flw_state = '3'` : sql<SqlBool>`frm_record.flw_state in ('0', '3')`;

/** Checks whether a loaded record is in force, by the rules of `inForceSql`. */
export const isInForce = (row: { flw_state: string }, { flowKey }: Pick<FormDefinition, 'flowKey'>): boolean =>
  row.flw_state === '3' || (!flowKey && row.flw_state === '0');

/** Checks whether a condition reads the record's state. A list with this condition does not apply `inForceSql`. */
export const filtersByState = (plan: { names: readonly string[] } | null): boolean =>
  plan !== null && plan.names.includes('flwState');
