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
}

declare module '../store/database.ts' {
  interface Database extends ReviewTables {}
}
