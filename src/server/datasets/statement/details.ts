import { sql, type RawBuilder } from 'kysely';
import { staticOptions } from '../../../kernel/index.ts';
import type { DatasetDetail } from '../../../domain/dataset.ts';
import { asText, type SqlScope, type SqlValue } from '../../celSql/index.ts';
import { isContextPath, endOfDatasetPath, type PathEnd, type DatasetShape } from '../datasetShape.ts';
import type { CheckedSource } from '../openSource.ts';

/** Pattern of a detail that is a field path. All other details are expressions. */
const PATH_PATTERN = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** Returns the path of a detail; null if it is an expression. */
export const pathOfDetail = ({ of }: DatasetDetail): string[] | null => (PATH_PATTERN.test(of) ? of.split('.') : null);

/**
 * Returns the field or system column that a detail reads; null for an expression, a parameter and a value of the user.
 */
export const endOfDetail = (shape: DatasetShape, detail: DatasetDetail): PathEnd | null => {
  const path = pathOfDetail(detail);
  return path && !isContextPath(path) ? endOfDatasetPath(shape, path) : null;
};

/** SQL of a detail. */
export interface DetailSql {
  /** Typed value, so that numbers and dates are sorted correctly; null if empty. */
  value: RawBuilder<unknown>;
  /** The stored display text; null if there is none. */
  label: RawBuilder<unknown> | null;
  kind: SqlValue['kind'];
}

/** Compiles a detail to SQL. `valueOf` translates an expression of the dataset. */
export function detailSql(
  shape: DatasetShape,
  source: Pick<CheckedSource, 'label'>,
  detail: DatasetDetail,
  { scope, valueOf }: { scope: SqlScope; valueOf(text: string): SqlValue },
): DetailSql {
  const path = pathOfDetail(detail);
  const value = (endOfDetail(shape, detail) && path ? scope.read(path) : null) ?? valueOf(detail.of);
  const label = path ? source.label(path) : null;
  const { kind } = value;
  if (kind === 'number' || kind === 'date' || kind === 'time') return { value: value.sql, label: null, kind };
  const text = kind === 'bool' ? sql`(${value.sql})::text` : sql`nullif(${asText(value)}, '')`;
  return { value: text, label, kind };
}

/** Converts the value to text. Dates and times get the format of the wire. */
export function detailValueText(kind: SqlValue['kind'], value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (kind === 'date') return sql`to_char(${value}, 'YYYY-MM-DD')`;
  if (kind === 'time') return sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`;
  return kind === 'number' ? sql`trim_scale(${value})::text` : sql`(${value})::text`;
}

/** Returns the values of the options whose labels contain the keyword, because records store only the values. */
function valuesByLabel(end: PathEnd | null, keyword: string): string[] {
  const options = end?.node ? staticOptions(end.node) : null;
  return (options ?? [])
    .filter(({ label }) => label.toLowerCase().includes(keyword.toLowerCase()))
    .map(({ value }) => String(value));
}

/** A text in which a keyword is searched. `kind`: kind of its value; 'list': the text is values joined by commas. */
interface SearchedText {
  text: RawBuilder<unknown>;
  label: RawBuilder<unknown> | null;
  end: PathEnd | null;
  kind: SqlValue['kind'];
}

/** Returns the SQL condition: one of these texts of a record contains the keyword, ignoring case. */
export function containsSql(keyword: string, texts: readonly SearchedText[]): RawBuilder<unknown> {
  const containsKeyword = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`position(lower(${keyword}) in lower(coalesce(${text}, ''))) > 0`;
  const conditions = texts.flatMap(({ text, label, end, kind }) => {
    const labelValues = valuesByLabel(end, keyword);
    const storedValues = kind === 'list' ? sql`string_to_array(${text}, ',')` : sql`array[${text}]::text[]`;
    return [
      containsKeyword(text),
      ...(label ? [containsKeyword(label)] : []),
      ...(labelValues.length > 0 ? [sql`${storedValues} && ${labelValues}::text[]`] : []),
    ];
  });
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}
