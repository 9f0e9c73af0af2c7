import type { ColumnType, Generated } from 'kysely';
import type { FormRecord } from '../../grammar/documents.ts';
import type { KeptPlan } from './rollups/plan.ts';

/** A time column that is filled by the database unless it is given. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;

export type RecordValues = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

/** What a record is beside its fields; stands in the narrow table of its form and nowhere else. */
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
  /** What the keyword search reads: the texts that everybody who meets the record may know. */
  search_text: string;
}

/** A reference to a record that its deletion took out of another one. */
export interface Cleared {
  formKey: string;
  formName: string;
  id: string;
  field: string;
}

export interface RecordTables {
  /** Every record of every form, to be read only: a view for tests and for whoever looks at the database by hand. Slow. */
  frm_record: SystemColumns & {
    form_key: string;
    fields: Json<FormRecord['fieldsMap']>;
    child_tables: Json<FormRecord['childTables']>;
  };
  /** The tables of each form (`table_key` '': its own) and of its sub-tables (`records/columns/catalogue.ts`). */
  frm_table: {
    form_key: string;
    table_key: string;
    name: string;
    parts: Generated<number>;
    revision: Generated<number>;
    joined: Generated<string[]>;
    /** Up to which record columns were filled in; null: nothing is to be filled. */
    fill_after: string | null;
  };
  /** Their typed columns: of which field, of which kind, since which version, whether values of older records stand there. */
  frm_column: {
    form_key: string;
    table_key: string;
    field_key: string;
    kind: string;
    part: number;
    name: string;
    since_version: number;
    is_ready: boolean;
    /** Kept by the server from other records: no projection of the document. */
    is_kept: Generated<boolean>;
    unused_since: Date | null;
  };
  /** Every kept field of a form (roll-ups, and formulas that read one), with what keeps it (`records/rollups/plan.ts`). */
  frm_rollup: {
    form_key: string;
    field_key: string;
    /** The form whose records count; '' for formulas and for rows of the own form. */
    from_form: string;
    /** The order in which the fields of a form are computed. */
    position: number;
    plan: Json<KeptPlan>;
  };
  /** Which records hold a file, for the right to read it. */
  frm_record_file: { file_id: string; record_id: string; form_key: string };
  /** Which record points at which: by its field, of a sub-table by its row too. Holds what is stored, drafts and voided records included. */
  frm_relation: {
    from_form: string;
    from_id: string;
    /** '' outside of sub-tables, as is `row_id`. */
    table_key: string;
    row_id: string;
    field_key: string;
    to_form: string;
    to_id: string;
  };
  /** Values of `unique` fields and the record that has each; `scope` is '' or a unit. */
  frm_unique: { form_key: string; field_key: string; scope: string; value: string; record_id: string };
  /** Deleted records as they were (`records/bin`), with the references to them that were cleared. */
  frm_bin: {
    record_id: string;
    form_key: string;
    form_name: string;
    title: string;
    system: Json<Omit<SystemColumns, 'search_text' | 'create_time' | 'update_time'> & { create_time: string }>;
    document: Json<RecordValues>;
    file_ids: string[];
    cleared: Json<readonly Cleared[]>;
    note: Generated<string>;
    deleted_by: string;
    deleted_by_name: string;
    deleted_at: GeneratedTime;
  };
  /** The last number issued for a field in a period (what stands around the running number). */
  frm_serial: { form_key: string; field_key: string; period: string; last: number };
  /** Units and departments that have, or once had, records of a form. */
  frm_place: { form_key: string; place_id: string; kind: 'unit' | 'dept' };
  /** Who has or had a record in their hands, other than its creator; kept by triggers. */
  frm_hand: { user_id: string; form_key: string; record_id: string; create_time: Date };
  /** How many records of a form somebody made or has in `frm_hand`: the sum of these, kept in steps; `tallyUp` makes one of several. */
  frm_tally: { form_key: string; user_id: string; records: number };
  /** Forms whose records are being titled anew for a version that hid a field, and up to which id; at last (`is_late`) those that the version before still stored. */
  frm_retitle: {
    form_key: string;
    version: number;
    after_id: string;
    is_late: boolean;
    since: GeneratedTime;
    /** Those in approvals, too: a role was kept from a field. */
    with_approvals: Generated<boolean>;
  };
  /** What the search over all forms reads of every record: its searchable text, and how that sounds (`search/sounds.ts`). */
  frm_search: { record_id: string; form_key: string; text: string; sound: string };
  /** Every write and what it stored (null: removed); what was before is the entry of the revision before. */
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
    /** Why it was done, where that is asked for. */
    note: Generated<string>;
    after: Json<RecordValues | null>;
  };
}

declare module '../store/database.ts' {
  interface Database extends RecordTables {}
}
