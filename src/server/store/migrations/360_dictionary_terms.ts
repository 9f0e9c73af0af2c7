import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the first and last day on which a dictionary entry is valid (its term), as `YYYY-MM-DD`; null: unlimited.
 */
export const dictionaryTerms: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sys_dict_item add column valid_from varchar(10), add column valid_to varchar(10),
      add constraint sys_dict_item_valid check (valid_from is null or valid_to is null or valid_from <= valid_to)`.execute(
      db,
    );
  },
};
