import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadFormWithFacts } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { areaKeys, beginsWith, COUNTRY, areaTextOf } from './areaSql.ts';
import { neededColumns } from './listFields.ts';
import { prepareList, type RecordQuery } from './prepareList.ts';
import { queryableColumns } from './queryableColumns.ts';

/** The numbers of records in an area and in its parts. */
export interface AreaCounts {
  /** Each part of the area that has records, the largest number first. */
  areas: { code: string; name: string; count: number }[];
  /** The number of records in the area, but in none of its parts; for the country: in no known area. */
  rest: number;
  /** The number of records without a value. Counted only for the country. */
  empty: number;
}

/**
 * Counts the records of a list in each part of an area (for `COUNTRY`: in each province). `field` contains the area of
 * a record. A list with the condition `area`, `areaOnly` (for `rest`) or `empty` on this field contains as many records
 * as are counted here. Refuses a field by which this person may not query, and a field that holds no texts.
 */
export async function countAreas(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  query: Omit<RecordQuery, 'page'>,
  { field, areaCode }: { field: string; areaCode: string },
): Promise<AreaCounts> {
  const facts = createFreshFactReader(context);
  const { form, version } = await loadFormWithFacts(context, db, formKey, facts);
  const list = await prepareList(context, db, user, formKey, query, facts);
  const columns = await columnsOf(db, formKey, neededColumns(form, field));
  const columnByField = await queryableColumns(context, db, user, { formKey, form, version }, [field], columns, facts);
  const areaColumn = columnByField(field);
  const areaText = areaTextOf(areaColumn);
  const isCountry = areaCode === COUNTRY;
  const partCode = isCountry ? sql`found.province` : sql`nullif(found.code, found.province)`;
  const { rows } = await sql<{ code: string | null; name: string | null; isEmpty: boolean; count: string }>`
    with counted as (
      select place, count(*) as records from (select ${areaText} as place from ${list.table} as frm_record where ${list.filter} and ${areaColumn.queryableCondition ?? sql`true`}) places group by place
    ), area_key as materialized (${areaKeys}), found as (
      select distinct on (place) place, code, province from counted
      join area_key on ${beginsWith(sql.ref('counted.place'), sql.ref('area_key.key'))} order by place, length(key) desc
    ), parts as (
      select ${partCode} as code, counted.place = '' as is_empty, sum(records) as records from counted left join found on found.place = counted.place
      where ${isCountry ? sql`true` : sql`found.province = ${areaCode}`} group by 1, 2
    )
    select parts.code, sys_area.name, is_empty as "isEmpty", records::text as count
    from parts left join sys_area on sys_area.code = parts.code order by records desc, parts.code`.execute(db);
  const countOutsideParts = (isEmpty: boolean): number =>
    Number(rows.find((row) => row.code === null && row.isEmpty === isEmpty)?.count ?? 0);
  return {
    areas: rows.flatMap(({ code, name, count }) =>
      code === null ? [] : [{ code, name: name ?? code, count: Number(count) }],
    ),
    rest: countOutsideParts(false),
    empty: countOutsideParts(true),
  };
}
