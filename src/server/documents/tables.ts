import type { ColumnType, Generated } from 'kysely';

/** A time column that is filled by the database unless it is given. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null, Date | string | null>;

export type DocumentKind = 'form' | 'screen' | 'flow' | 'dataset';

export interface DocumentTables {
  /** One document of each key. `draft` is the text as given, kept even when it is wrong; `draft_revision` counts saves. */
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
    /** Taken out of use: nothing new begins with it, what there is stays readable. */
    disabled_at: NullableTime;
    disabled_by_name: string | null;
  };
  /** Published texts; a row never changes except for its state. `canonical` is what the kernel made of `content` (forms and screens). */
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
