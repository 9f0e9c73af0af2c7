import type { ColumnType, Generated } from 'kysely';
import type { DocumentKind } from '../documents/index.ts';

export interface Mention {
  id: string;
  name: string;
}

export interface ReviewTables {
  /** Comments on documents. Those without `parent_id` begin a thread; `part` names a part by its own key, '' the document. */
  doc_comment: {
    id: string;
    kind: DocumentKind;
    doc_key: string;
    parent_id: string | null;
    part: string;
    /** What the part was called when the thread began: for parts that are gone. */
    part_name: string;
    author_id: string;
    author_name: string;
    text: string;
    mentions: ColumnType<Mention[], string, string>;
    created_at: Generated<Date>;
    resolved_at: Date | null;
    resolved_by_name: Generated<string>;
    removed_at: Date | null;
  };
  /** Drafts given to somebody else before they are published; at most one `open` of a document. */
  doc_review: {
    id: string;
    kind: DocumentKind;
    doc_key: string;
    state: Generated<'open' | 'approved' | 'returned' | 'withdrawn' | 'replaced'>;
    /** The draft that was given (`textHash`), and the version in force then. */
    text_hash: string;
    base_version: number;
    author_id: string;
    author_name: string;
    reviewer_id: string;
    reviewer_name: string;
    note: string;
    /** Why it was returned. */
    reason: Generated<string>;
    /** The version that it was published as. */
    version: number | null;
    created_at: Generated<Date>;
    decided_at: Date | null;
  };
}

declare module '../store/database.ts' {
  interface Database extends ReviewTables {}
}
