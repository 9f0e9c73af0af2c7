import type { ColumnType, Generated } from 'kysely';

export interface EffectTables {
  /** The record that an effect made, by which it is found again when the effect runs once more. */
  frm_effect: {
    record_id: string;
    /** Of the effect within its form. */
    effect_key: string;
    /** Of the row of a sub-table; '' for none. */
    row_key: string;
    target_form: string;
    target_id: string;
  };
  /** What the effects of one step changed in other records, for taking it back. */
  frm_effect_change: {
    id: string;
    record_id: string;
    /** The task by which it was done; '' for none. */
    task_id: string;
    /** In the order in which they happened. */
    sn: Generated<string>;
    target_form: string;
    target_id: string;
    target_title: string;
    /** The record's revision afterwards. */
    revision: number;
    kind: 'create' | 'change' | 'void' | 'remove' | 'start';
    can_undo: boolean;
    /** The values before, of a change that can be taken back. */
    before: ColumnType<unknown, string | null, string | null>;
  };
}

declare module '../store/database.ts' {
  interface Database extends EffectTables {}
}
