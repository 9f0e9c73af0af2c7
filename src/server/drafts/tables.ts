import type { ColumnType, Generated } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

export interface DraftTables {
  /** What a person typed and has not saved. `record_id` '' is a new record, of which there may be several. */
  frm_draft: {
    id: string;
    user_id: string;
    form_key: string;
    record_id: string;
    title: Generated<string>;
    device: Generated<string>;
    /** Of the record and of the form it was typed over. */
    base_revision: number | null;
    form_version: number | null;
    /** Counts the saves of this draft: who continues it must have seen the last. */
    revision: number;
    size: Generated<number>;
    parts: Generated<number>;
    created_at: GeneratedTime;
    updated_at: GeneratedTime;
  };
  /** Its changed values and rows, each by itself (`kernel/records/patchParts.ts`); the server does not look into them. */
  frm_draft_part: { draft_id: string; part: string; value: ColumnType<unknown, string, string> };
}

declare module '../store/database.ts' {
  interface Database extends DraftTables {}
}
