import type { ColumnType, Generated } from 'kysely';
import type { FormRecord } from '../../grammar/documents.ts';
import type { KeptPlan } from './rollups/plan.ts';

/** A time column that the database fills by default. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;

export type RecordValues = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

/** The system columns of a record; stored only in the first table of its form. */
export interface SystemColumns {
  id: string;
  version: number;
  revision: number;
  flw_state: string;
  title: string;
  task_node: string;
  create_by: string;
  create_by_name: string;
  create_time: Date;
  update_by: string;
  update_by_name: string;
  update_time: Date;
  unit_id: string | null;
  dept_id: string | null;
  /** The text that the keyword search reads. It contains only values that every reader of the record may see. */
  search_text: string;
}

/**
 * A reference that was removed from a record because the referenced record was deleted or voided. `id` and `field`: the
 * record that contained the reference, and its field.
 */
export interface ClearedReference {
  formKey: string;
  formName: string;
  id: string;
  field: string;
}

export interface RecordTables {
  /** All records of all forms: a slow, read-only view for tests and for inspecting the database manually. */
  frm_record: SystemColumns & {
    form_key: string;
    fields: Json<FormRecord['fieldsMap']>;
    child_tables: Json<FormRecord['childTables']>;
  };
  /**
   * The database tables of each form, by `table_key`: '' for the fields of the form itself, the key of a sub-table, or
   * `VALUES_TABLE_KEY` for the records' values as JSON (`records/columns/catalogue.ts`).
   */
  frm_table: {
    form_key: string;
    table_key: string;
    name: string;
    /** The number of tables over which the columns are split. */
    parts: Generated<number>;
    /**
     * Increases when the form's tables or columns change, so that servers notice that their cached rows of `frm_table`
     * and `frm_column` are outdated. This and the following columns are used only if `table_key` is ''.
     */
    revision: Generated<number>;
    /** The columns that the text index includes. */
    joined: Generated<string[]>;
    /**
     * Progress of filling new columns for older records, in the order of ids: the id of the last processed record ('':
     * none yet). Null: nothing is to be filled.
     */
    fill_after: string | null;
  };
  /**
   * The typed columns of the tables in `frm_table`: field, kind, the form version that added the column, and whether
   * the column is filled for older records (`is_ready`).
   */
  frm_column: {
    form_key: string;
    table_key: string;
    field_key: string;
    kind: string;
    part: number;
    name: string;
    since_version: number;
    is_ready: boolean;
    /** True if the column contains a kept value. The record's values as JSON do not contain kept values. */
    is_kept: Generated<boolean>;
    /** No code reads or writes this database column. */
    unused_since: Date | null;
  };
  /**
   * The kept fields of each form (roll-ups, and formulas that read kept fields), with the plan that computes them
   * (`records/rollups/plan.ts`).
   */
  frm_rollup: {
    form_key: string;
    field_key: string;
    /** The form with the summarised records; '' for formulas and for rows of the same form. */
    from_form: string;
    /** The order in which the fields of a form are computed. */
    position: number;
    plan: Json<KeptPlan>;
  };
  /** The records that contain a file; used for the permission to read the file. */
  frm_record_file: { file_id: string; record_id: string; form_key: string };
  /**
   * References between records, by field and, in a sub-table, by row. Includes references from drafts and voided
   * records.
   */
  frm_relation: {
    from_form: string;
    from_id: string;
    /** '' for a field outside of sub-tables; then `row_id` is '' too. */
    table_key: string;
    row_id: string;
    field_key: string;
    to_form: string;
    to_id: string;
  };
  /**
   * Values of `unique` fields, each with its record. `scope`: the id of the unit within which the value is unique; ''
   * if it is unique in the whole form or the record has no unit.
   */
  frm_unique: { form_key: string; field_key: string; scope: string; value: string; record_id: string };
  /** The recycle bin (`records/bin`): deleted records, with the references to them that were removed. */
  frm_bin: {
    record_id: string;
    form_key: string;
    form_name: string;
    title: string;
    system: Json<Omit<SystemColumns, 'search_text' | 'create_time' | 'update_time'> & { create_time: string }>;
    /** The record's values. */
    document: Json<RecordValues>;
    file_ids: string[];
    /** The references of other records to this one, which the deletion removed. */
    cleared: Json<readonly ClearedReference[]>;
    /** The event that deleted the record as an effect; '' if a person deleted it. */
    note: Generated<string>;
    deleted_by: string;
    deleted_by_name: string;
    deleted_at: GeneratedTime;
  };
  /**
   * The last number issued for a serial field in a period. `period`: the text around the number, which identifies the
   * period.
   */
  frm_serial: { form_key: string; field_key: string; period: string; last: number };
  /** Units and departments that have, or once had, records of a form; `place_id`: the id of the unit or department. */
  frm_place: { form_key: string; place_id: string; kind: 'unit' | 'dept' };
  /**
   * People other than the creator who are or were involved in a record, by tasks or copies. `updateInvolvedPeople`
   * writes the rows. `create_time`: the creation time of the record.
   */
  frm_hand: { user_id: string; form_key: string; record_id: string; create_time: Date };
  /**
   * The number of records of a form that a person created or has in `frm_hand`: the sum of `records` over all rows
   * with this person and form. `mergeTallies` merges these rows.
   */
  frm_tally: { form_key: string; user_id: string; records: number };
  /**
   * Forms that need new titles of records, because a version hid a field, or a change of roles hid or showed a field.
   * `after_id`: the id of the last record with a recomputed title; '': none yet. A second pass (`is_late`) covers
   * records that were meanwhile saved with a version before `version`.
   */
  frm_retitle: {
    form_key: string;
    version: number;
    after_id: string;
    is_late: boolean;
    since: GeneratedTime;
    /** True if records with an approval are included, because the fields that are hidden from a role have changed. */
    with_approvals: Generated<boolean>;
  };
  /**
   * Forms with records to align with a version that added or removed the process (`indexes/alignStates.ts`).
   * `after_id`: the id of the last processed record; '': none yet. A second pass (`is_late`) covers records that were
   * meanwhile saved with a version before `version`.
   */
  frm_state: {
    form_key: string;
    version: number;
    after_id: Generated<string>;
    is_late: Generated<boolean>;
    since: GeneratedTime;
  };
  /** Index of the search over all forms: the searchable text of every record, and its pinyin (`search/pinyin.ts`). */
  frm_search: { record_id: string; form_key: string; text: string; sound: string };
  /** The audit: every write of a record. `after`: the values that it stored; null: the record was removed. */
  frm_record_audit: {
    id: string;
    record_id: string;
    form_key: string;
    revision: number;
    action: string;
    user_id: string;
    user_name: string;
    happened_at: GeneratedTime;
    task_node: Generated<string>;
    /**
     * The reason that a person stated, or the cause of the write, for example an event with an effect; '' if there is
     * neither.
     */
    note: Generated<string>;
    after: Json<RecordValues | null>;
  };
}

declare module '../store/database.ts' {
  interface Database extends RecordTables {}
}
