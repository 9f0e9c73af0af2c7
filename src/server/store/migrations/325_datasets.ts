import { sql, type Kysely, type Migration } from 'kysely';

/** Allows `dataset` as a kind of document. */
export const datasets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table doc_document drop constraint doc_document_kind_check,
      add constraint doc_document_kind_check check (kind in ('form', 'screen', 'flow', 'dataset'))`.execute(db);
  },
};
