import type { ColumnType, Generated } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

export interface DraftTables {
  /** Unsaved input of a person. `record_id`: '' for a new record; a person may have several drafts of new records. */
  frm_draft: {
    id: string;
    user_id: string;
    form_key: string;
    record_id: string;
    title: Generated<string>;
    device: Generated<string>;
    /** The revision of the record, and the version of the form, on which the draft is based. */
    base_revision: number | null;
    form_version: number | null;
    /** Counts the saves of this draft, as an optimistic lock. */
    revision: number;
    /** Size of all parts, in characters of their JSON. */
    size: Generated<number>;
    /** Number of parts. */
    parts: Generated<number>;
    created_at: GeneratedTime;
    updated_at: GeneratedTime;
  };
  /**
   * The changed values and sub-table rows of a draft, each in its own row here (`src/records/patchParts.ts`); the
   * server does not read their content.
   */
  frm_draft_part: { draft_id: string; part: string; value: ColumnType<unknown, string, string> };
}

declare module '../store/database.ts' {
  interface Database extends DraftTables {}
}
