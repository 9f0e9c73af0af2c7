import type { Generated } from 'kysely';
import type { DocumentKind } from '../documents/index.ts';

export interface PresenceTables {
  /** Open editors of documents. A row is deleted when its page no longer reports itself. */
  doc_open: {
    page_id: string;
    kind: DocumentKind;
    doc_key: string;
    user_id: string;
    user_name: string;
    /** Chinese description of the part being edited. */
    place: string;
    seen_at: Generated<Date>;
  };
}

declare module '../store/database.ts' {
  interface Database extends PresenceTables {}
}
