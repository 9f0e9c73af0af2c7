import type { ColumnType, Generated } from 'kysely';
import type { DocumentKind } from '../documents/index.ts';

/** Id and name of an account. */
export interface UserName {
  id: string;
  name: string;
}

export interface ReviewTables {
  /**
   * Comments on documents. A comment without `parent_id` begins a thread. `part`: key of the field, node or task that
   * is commented on; '' for the whole document.
   */
  doc_comment: {
    id: string;
    kind: DocumentKind;
    doc_key: string;
    parent_id: string | null;
    part: string;
    /** Name of the part when the thread began, shown if the part has been removed. */
    part_name: string;
    author_id: string;
    author_name: string;
    text: string;
    mentions: ColumnType<UserName[], string, string>;
    created_at: Generated<Date>;
    resolved_at: Date | null;
    resolved_by_name: Generated<string>;
    removed_at: Date | null;
  };
  /** Reviews of drafts before publication; at most one `open` review per document. */
  doc_review: {
    id: string;
    kind: DocumentKind;
    doc_key: string;
    state: Generated<'open' | 'approved' | 'returned' | 'withdrawn' | 'replaced'>;
    /** Hash (`textHash`) of the reviewed draft, and the published version at that time. */
    text_hash: string;
    base_version: number;
    author_id: string;
    author_name: string;
    reviewer_id: string;
    reviewer_name: string;
    note: string;
    /** Why the review was returned. */
    reason: Generated<string>;
    /** The version under which the draft was published. */
    version: number | null;
    created_at: Generated<Date>;
    decided_at: Date | null;
  };
}

declare module '../store/database.ts' {
  interface Database extends ReviewTables {}
}
