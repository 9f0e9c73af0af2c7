import type { ColumnType, Generated } from 'kysely';
import type { FormRecord } from '../../grammar/documents.ts';

/** A time column that is filled by the database unless it is given. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;

export type RecordValues = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

export interface RecordTables {
  /** Every form's records, one partition for each form (`partition.ts`). */
  frm_record: {
    id: string;
    form_key: string;
    version: number;
    revision: number;
    flw_state: string;
    title: string;
    task_node: string;
    create_by: string;
    create_by_name: string;
    create_time: GeneratedTime;
    update_by: string;
    update_by_name: string;
    update_time: GeneratedTime;
    unit_id: string | null;
    dept_id: string | null;
    fields: Json<FormRecord['fieldsMap']>;
    child_tables: Json<FormRecord['childTables']>;
    /** What the keyword search reads: the searched texts, and their one- and two-character pieces for the index. */
    search_text: string;
    search_grams: string[];
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
  /** The last number issued for a field in a period (what stands around the running number). */
  frm_serial: { form_key: string; field_key: string; period: string; last: number };
  /** Units and departments that have, or once had, records of a form; kept by triggers. */
  frm_place: { form_key: string; place_id: string; kind: 'unit' | 'dept' };
  /** Whose hands a record is or was in, other than its creator's; kept by triggers, in the order of a list. `title`, `update_time` and the `fields` lists sort by only of forms that `frm_hand_order` names. */
  frm_hand: {
    user_id: string;
    form_key: string;
    record_id: string;
    create_time: Date;
    title: string | null;
    update_time: Date | null;
    fields: FormRecord['fieldsMap'] | null;
  };
  /** How many records of a form somebody made or has in `frm_hand`: the sum of these, kept by triggers; `tallyUp` makes one of several. */
  frm_tally: { form_key: string; user_id: string; records: number };
  /** Forms with so many records that hands bring along what lists sort by: which fields, and which of them all of them have by now (null: nothing yet). */
  frm_hand_order: { form_key: string; keys: string[]; ready: string[] | null };
  /** Forms whose records are being titled anew for a version that hid a field, and up to which id; at last (`is_late`) those that the version before still stored. */
  frm_retitle: { form_key: string; version: number; after_id: string; is_late: boolean; since: GeneratedTime };
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
    after: Json<RecordValues | null>;
  };
}

declare module '../store/database.ts' {
  interface Database extends RecordTables {}
}
