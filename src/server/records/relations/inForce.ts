import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormDefinition } from '../../../kernel/index.ts';

/**
 * The records of a form that count: finished where the form has a process, stored and not voided where it has none. As a
 * condition over frm_record.
 */
export const inForceSql = ({ flowKey }: Pick<FormDefinition, 'flowKey'>): RawBuilder<SqlBool> =>
  flowKey ? sql<SqlBool>`frm_record.flw_state = '3'` : sql<SqlBool>`frm_record.flw_state <> '4'`;

/** A condition that names the state says itself which records count. */
export const namesState = (plan: { names: readonly string[] } | null): boolean =>
  plan !== null && plan.names.includes('flwState');
