import type { ColumnType, Generated } from 'kysely';

/** A time column that the database fills when no value is given. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null, Date | string | null>;

export type DocumentKind = 'form' | 'screen' | 'flow' | 'dataset';

export interface DocumentTables {
  /**
   * Current state of each document. `draft` is the text as saved, possibly with errors. `draft_revision` counts the
   * saves.
   */
  doc_document: {
    kind: DocumentKind;
    doc_key: string;
    name: string;
    published_version: number | null;
    updated_at: GeneratedTime;
    draft: string | null;
    draft_name: string | null;
    draft_revision: Generated<number>;
    draft_by: string | null;
    draft_by_name: string | null;
    draft_at: NullableTime;
    /** Time at which the document was disabled. New records or approvals cannot use it; existing ones stay usable. */
    disabled_at: NullableTime;
    disabled_by_name: string | null;
  };
  /**
   * Published texts. Of a stored row, only `state` changes. `canonical`: the canonical form of `content`; null for
   * processes.
   */
  doc_version: {
    kind: DocumentKind;
    doc_key: string;
    version: number;
    state: 'published' | 'archived';
    name: string;
    content: string;
    canonical: string | null;
    note: string;
    author_id: string;
    author_name: string;
    published_at: GeneratedTime;
  };
}

declare module '../store/database.ts' {
  interface Database extends DocumentTables {}
}
