import { sql } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { timeText } from '../http/time.ts';
import { timeZone } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';

export const VERSION_KINDS = ['form', 'screen', 'flow', 'dataset'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

export interface VersionQuery {
  /** Part of a document's name or key, of a note, or of the publisher's name. */
  keyword: string;
  kind: VersionKind | '';
  /** First and last day of publication; null: no limit. */
  from: string | null;
  to: string | null;
}

/** One publication of a document. `state`: current, replaced by a later one, or of a disabled document. */
export interface VersionRow {
  id: string;
  kind: VersionKind;
  key: string;
  name: string;
  version: number;
  state: 'current' | 'replaced' | 'disabled';
  authorName: string;
  publishTime: string;
  note: string;
  /** Address of the page where the version can be compared and restored. */
  address: string;
}

const PAGE_ADDRESSES: Readonly<Record<VersionKind, (key: string) => string>> = {
  form: (key) => `/system/formManager?form=${encodeURIComponent(key)}`,
  screen: (key) => `/system/screenManager?screen=${encodeURIComponent(key)}`,
  flow: (key) => `/system/flowManager?flow=${encodeURIComponent(key)}`,
  dataset: (key) => `/system/datasetManager?dataset=${encodeURIComponent(key)}`,
};

/** Lists publications of all documents, the latest first. */
export async function listVersions(
  db: Db,
  { keyword, kind, from, to }: VersionQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: VersionRow[]; total: number }> {
  const like = `%${escapeLikeText(keyword.trim())}%`;
  const day = sql`(v.published_at at time zone ${timeZone()})::date`;
  const { rows } = await sql<{
    kind: VersionKind;
    doc_key: string;
    name: string;
    version: number;
    state: VersionRow['state'];
    author_name: string;
    published_at: Date;
    note: string;
    total: number;
  }>`select v.kind, v.doc_key, v.name, v.version, v.author_name, v.published_at, v.note, count(*) over ()::integer as total,
      case when d.published_version is distinct from v.version then 'replaced' when d.disabled_at is not null then 'disabled' else 'current' end as state
    from doc_version v left join doc_document d on d.kind = v.kind and d.doc_key = v.doc_key
    where (${keyword.trim()} = '' or v.name ilike ${like} or v.doc_key ilike ${like} or v.note ilike ${like} or v.author_name ilike ${like})
      and (${kind} = '' or v.kind = ${kind}) and v.kind = any(${[...VERSION_KINDS]}::text[])
      and (${from}::date is null or ${day} >= ${from}::date) and (${to}::date is null or ${day} <= ${to}::date)
    order by v.published_at desc, v.kind, v.doc_key, v.version desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: `${row.kind} ${row.doc_key} ${row.version}`,
      kind: row.kind,
      key: row.doc_key,
      name: row.name,
      version: row.version,
      state: row.state,
      authorName: row.author_name,
      publishTime: timeText(row.published_at),
      note: row.note,
      address: PAGE_ADDRESSES[row.kind](row.doc_key),
    })),
  };
}

/**
 * A build of the product that has run on this database. `since`: its first start; `steps`: number of migrations since
 * the previous build.
 */
export interface ReleaseRow {
  id: string;
  version: string;
  build: string;
  since: string;
  state: 'current' | 'replaced';
  steps: number;
  /** Name of the last of these migrations; '' if there are none. */
  lastStep: string;
}

/**
 * Lists the builds that have run on this database, the latest first, each with the migrations since the previous build.
 */
export async function listReleases(
  db: Db,
  { pageNum, pageSize }: Page,
): Promise<{ rows: ReleaseRow[]; total: number }> {
  const { rows } = await sql<Omit<ReleaseRow, 'since' | 'state'> & { at: Date; is_last: boolean; total: number }>`
    with r as (select id, version, build, since, lag(since) over (order by id) as before, lead(id) over (order by id) is null as is_last from sys_release)
    select r.id::text, version, build, since as at, is_last, count(*) over ()::integer as total,
      (select count(*)::integer from kysely_migration m where m.timestamp::timestamptz <= r.since and (r.before is null or m.timestamp::timestamptz > r.before)) as steps,
      coalesce((select max(m.name) from kysely_migration m where m.timestamp::timestamptz <= r.since and (r.before is null or m.timestamp::timestamptz > r.before)), '') as "lastStep"
    from r order by r.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ at, is_last, total: _total, ...row }) => ({
      ...row,
      since: timeText(at),
      state: is_last ? 'current' : 'replaced',
    })),
  };
}
