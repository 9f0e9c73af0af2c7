import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { ListColumn } from './listFields.ts';

/** The area code of the whole country. Every other code means a province, or an area directly below a province. */
export const COUNTRY = '100000';
export const AREA_CODE_PATTERN = '^\\d{6}$';

/** The end of a province's name, which the short name leaves out. */
const PROVINCE_ENDING = sql.lit('(壮族|回族|维吾尔)?自治区$|特别行政区$|省$|市$');
/**
 * The end of the name of an autonomous prefecture, from its ethnic groups on. The short name has 州 instead: 恩施州 for
 * 恩施土家族苗族自治州.
 */
const PREFECTURE_ENDING = sql.lit(
  '((朝鲜|土家|苗|藏|羌|彝|布依|侗|哈尼|壮|傣|白|景颇|傈僳|回|蒙古|柯尔克孜|哈萨克)族?)+自治州$',
);
/**
 * Matches what `areaTextOf` removes: separators of a path or an address, names that stand for an administrative level
 * instead of an area (such as 市辖区), and the country.
 */
const NOT_IN_AREA_TEXT = sql.lit('[[:space:]/／、，,>·-]|市辖区|(省|自治区)直辖县级行政区划|^(中华人民共和国|中国)');
/**
 * Matches the short name of a province before a county or district, as in 江苏昆山市. Does not match the name of a
 * street (北京西路) or of a prefecture in another province (海南藏族自治州) that begins in the same way.
 */
const SHORT_PROVINCE = sql.lit(
  '^(北京|天津|河北|山西|内蒙古|辽宁|吉林|黑龙江|上海|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|广西|海南|重庆|四川|贵州|云南|西藏|陕西|甘肃|青海|宁夏|新疆|台湾|香港|澳门)' +
    '(?!州|藏族|蒙古族|壮族|回族|维吾尔|自治区|特别行政区)(?=[^省市路街道巷弄村里号]{1,6}[市区县旗])',
);

/**
 * SQL rows `code`, `province`, `key`: a text from `areaTextOf` that begins with `key` lies in the area `code`, which is
 * the province `province` itself or an area of it. A key is the name of a province; the names of a province and a city;
 * the name of a city alone; or `#` and the beginning of an area code according to GB/T 2260. Names are full or short.
 * `$` in a key stands for the end of the text, or of the short name of a province, because a street may be called like
 * a province, as in 山东路.
 */
export const areaKeys: RawBuilder<unknown> = sql`
  with province as (
    select code, name, regexp_replace(name, ${PROVINCE_ENDING}, '') as short from sys_area where parent_code is null
  ), city as (
    select c.code, c.name, case when length(c.name) > 2 then regexp_replace(regexp_replace(c.name, ${PREFECTURE_ENDING}, '州'), '市$', '') else c.name end as short,
      count(*) over (partition by c.name) = 1 as is_unique, p.code as province, p.name as province_name, p.short as province_short
    from sys_area c join province p on p.code = c.parent_code
  )
  select code, code as province, name as key from province
  union select code, code, short || '$' from province
  union select code, code, '#' || left(code, 2) from province
  union select code, province, above || own from city,
    unnest(array[province_name, province_short, province_short || '$']) as above, unnest(array[name, short]) as own
  union select code, province, case when name ~ '(市|州|盟|地区)$' then name else name || '$' end from city where is_unique
  union select code, province, short from city where is_unique and short ~ '州$'
  union select code, province, short || '$' from city where is_unique and short not in (select short from province)
  union select code, province, '#' || case when code like '%00' then left(code, 4) else code end from city`;

/**
 * Returns the condition that a text from `areaTextOf` begins with a key. The first two characters are compared for
 * equality too, because the database can then use a hash join, which is fast.
 */
export const beginsWith = (areaText: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(left(${areaText}, 2) = left(${key}, 2) and starts_with(${areaText}, ${key}))`;

const refuse = (detail: string): never => {
  throw new Refusal('REQUEST_INVALID', { detail });
};

/**
 * Returns the value of a field as SQL, in the form that `beginsWith` compares with `areaKeys`: `#` and an area code; or
 * the names of a path or an address without separators, followed by `$`; '' without a value. The names are taken from
 * the display text if one is stored, because the value of an option may be a number. Refuses a field that holds no
 * texts.
 */
export function areaTextOf({
  key,
  kind,
  value,
  labels,
}: Pick<ListColumn, 'key' | 'kind' | 'value' | 'labels'>): RawBuilder<unknown> {
  if (kind !== 'text' && kind !== 'list') return refuse(`“${key}”不是地区字段，不能按地区查询`);
  const [lastValue, names] =
    kind === 'list'
      ? [sql`(${value})[cardinality(${value})]`, sql`array_to_string(array_remove(${value}, '县'), '')`]
      : [sql`${value}`, sql`${value}`];
  const text = labels[0] ? sql`coalesce(nullif(${labels[0]}, ''), ${names})` : names;
  return sql`(case when ${lastValue} ~ '^[0-9]{6}([0-9]{6})?$' then '#' || ${lastValue}
    when coalesce(${names}, '') = '' then '' else regexp_replace(regexp_replace(${text}, ${NOT_IN_AREA_TEXT}, '', 'g'), ${SHORT_PROVINCE}, '\\1$') || '$' end)`;
}

/**
 * Returns the condition that the value of a field lies in the area with this code. With `isWithoutParts`: in the area,
 * but in none of its parts; for the country: in no known area. Refuses a value that is not an area code.
 */
export function inAreaSql(column: ListColumn, code: unknown, isWithoutParts: boolean): RawBuilder<SqlBool> {
  if (typeof code !== 'string' || !new RegExp(AREA_CODE_PATTERN).test(code))
    return refuse(`“${column.key}”的地区“${String(code).slice(0, 50)}”应为六位区划代码`);
  const areaText = areaTextOf(column);
  const matchesKey = (condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
    sql<SqlBool>`exists (select 1 from (${areaKeys}) area_key where ${condition} and ${beginsWith(areaText, sql.ref('area_key.key'))})`;
  const insideSql =
    code === COUNTRY ? sql<SqlBool>`true` : sql<SqlBool>`(area_key.code = ${code} or area_key.province = ${code})`;
  if (!isWithoutParts) return matchesKey(insideSql);
  return code === COUNTRY
    ? sql<SqlBool>`(${areaText} <> '' and not ${matchesKey(insideSql)})`
    : sql<SqlBool>`(${matchesKey(insideSql)} and not ${matchesKey(sql<SqlBool>`(area_key.province = ${code} and area_key.code <> ${code})`)})`;
}
