import type { Generated } from 'kysely';
import type { DocumentKind } from '../documents/index.ts';

export interface TogetherTables {
  /** Open editors of documents, each for as long as it goes on telling of itself. */
  doc_open: {
    page_id: string;
    kind: DocumentKind;
    doc_key: string;
    user_id: string;
    user_name: string;
    /** What is being worked on, in words. */
    place: string;
    seen_at: Generated<Date>;
  };
}

declare module '../store/database.ts' {
  interface Database extends TogetherTables {}
}
