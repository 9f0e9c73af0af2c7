import type { ColumnType, Generated } from 'kysely';

export interface EffectTables {
  /** The records that effects created. An effect that runs again updates them. */
  frm_effect: {
    record_id: string;
    /** The key of the effect within its form. */
    effect_key: string;
    /** The key of the row (`rowsOfEffect`) for which the record was created; '' for the record as a whole. */
    row_key: string;
    target_form: string;
    target_id: string;
  };
  /** The changes that effects made to other records. They are read to undo the step that caused the effects. */
  frm_effect_change: {
    id: string;
    record_id: string;
    /** The task of the step; '' for none. */
    task_id: string;
    /** A sequence number: the order of the changes. */
    sn: Generated<string>;
    target_form: string;
    target_id: string;
    target_title: string;
    /** The target record's revision after the change. */
    revision: number;
    kind: 'create' | 'change' | 'void' | 'remove' | 'start';
    can_undo: boolean;
    /** The target record's values before the change; if it was voided and this can be undone, its `VoidedState`. */
    before: ColumnType<unknown, string | null, string | null>;
  };
}

declare module '../store/database.ts' {
  interface Database extends EffectTables {}
}
