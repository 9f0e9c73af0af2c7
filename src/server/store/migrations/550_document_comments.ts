import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** Comments of administrators on documents and their parts; they are deleted with the document. */
export const documentComments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'doc_comment', { key: ['id'] });
  },
};

const STATEMENTS = [
  `create table doc_comment (
    id varchar(64) primary key, kind varchar(20) not null, doc_key varchar(160) not null,
    parent_id varchar(64) references doc_comment on delete cascade,
    part varchar(400) not null default '', part_name varchar(200) not null default '',
    author_id varchar(64) not null, author_name text not null, text text not null, mentions jsonb not null default '[]',
    created_at timestamptz not null default now(), resolved_at timestamptz, resolved_by_name text not null default '',
    removed_at timestamptz)`,
  `create index doc_comment_document on doc_comment (kind, doc_key, created_at)`,
  `create index doc_comment_parent on doc_comment (parent_id)`,
  `create function doc_comment_forget() returns trigger language plpgsql as $$ begin
    delete from doc_comment where kind = old.kind and doc_key = old.doc_key;
    return null;
  end $$`,
  `create trigger doc_document_comments after delete on doc_document for each row execute function doc_comment_forget()`,
];
