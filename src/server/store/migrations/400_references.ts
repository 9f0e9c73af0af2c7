import { sql, type Kysely, type Migration } from 'kysely';

/** The index of the references of documents, and a mark for disabled documents. */
export const references: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table doc_reference (kind text not null, doc_key varchar(160) not null, state text not null check (state in ('published', 'draft')),
    position integer not null, path jsonb not null, place text not null, use text not null, is_step boolean not null,
    to_kind text not null, to_owner text not null, to_name text not null, primary key (kind, doc_key, state, position))`,
  // finds the documents that refer to a target: before the target is published, disabled or removed, and for the
  // counts on the pages of administrators
  `create index doc_reference_to on doc_reference (to_kind, to_owner, to_name)`,
  `create table doc_reference_state (id integer primary key check (id = 1), collector text not null)`,
  `alter table doc_document add column disabled_at timestamptz, add column disabled_by_name text`,
];
