import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** Reviews of drafts before publication; they are deleted with the document. */
export const documentReviews: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'doc_review', { key: ['id'] });
  },
};

const STATEMENTS = [
  `create table doc_review (
    id varchar(64) primary key, kind varchar(20) not null, doc_key varchar(160) not null,
    state varchar(20) not null default 'open', text_hash varchar(64) not null, base_version integer not null,
    author_id varchar(64) not null, author_name text not null,
    reviewer_id varchar(64) not null, reviewer_name text not null,
    note text not null default '', reason text not null default '', version integer,
    created_at timestamptz not null default now(), decided_at timestamptz)`,
  `create index doc_review_document on doc_review (kind, doc_key, created_at)`,
  `create unique index doc_review_open on doc_review (kind, doc_key) where state = 'open'`,
  `create function doc_review_forget() returns trigger language plpgsql as $$ begin
    delete from doc_review where kind = old.kind and doc_key = old.doc_key;
    return null;
  end $$`,
  `create trigger doc_document_reviews after delete on doc_document for each row execute function doc_review_forget()`,
];
