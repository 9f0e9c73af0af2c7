import { sql, type Kysely, type Migration } from 'kysely';

/** The index of the search over all forms: the searchable text of every record, and its pinyin. */
export const recordSearch: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table frm_search (record_id varchar(64) primary key, form_key varchar(64) not null,
    text text collate "C" not null, sound text collate "C" not null)`,

  // returns the search keys of a pinyin text; for each syllable of 'bin jiang hua yuan', e.g. for 'jiang': the initials
  // of two and three syllables (~jh, ~jhy), and the first three and five letters from there on (=jia, =jiang)
  `create function frm_sounds(sound text) returns text[] language sql immutable parallel safe cost 10000 as $$
    select coalesce(array_agg(distinct k.key), '{}') from unnest(string_to_array(sound, '|')) l(line), lateral (select string_to_array(l.line, ' ') as s offset 0) a,
      generate_subscripts(a.s, 1) i, lateral (select array_to_string(a.s[i:i+4], '') as rest, left(a.s[i], 1) || left(a.s[i+1], 1) as two, left(a.s[i+2], 1) as third offset 0) p,
      lateral (values ('=' || left(p.rest, 3)), ('=' || left(p.rest, 5)), ('~' || p.two), ('~' || p.two || p.third)) k(key) where k.key is not null $$`,

  `create index frm_search_text on frm_search using gin (frm_grams(array[text]))`,
  `create index frm_search_sound on frm_search using gin (frm_sounds(sound))`,

  // existing records: the job that recomputes their titles also writes their rows of `frm_search`. Its second pass
  // includes only records of a version lower than `version`; 1000000 is higher than every version
  `insert into frm_retitle (form_key, version, after_id, is_late, since, with_approvals)
    select form_key, 1000000, '', false, clock_timestamp(), true from frm_table where table_key = ''
    on conflict (form_key) do update set after_id = '', is_late = false, with_approvals = true`,
];
