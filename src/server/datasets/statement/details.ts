import { sql, type RawBuilder } from 'kysely';
import { staticOptions, type DatasetDetail } from '../../../kernel/index.ts';
import { asText, type SqlScope, type SqlValue } from '../../celSql/index.ts';
import { isAround, endOf, type End, type Shape } from '../shape.ts';
import type { OpenSource } from '../source.ts';

/** Details are fields by their paths, or expressions. */
const PATH = /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/;

/** The path that a detail names; null: it is an expression. */
export const pathOfDetail = ({ of }: DatasetDetail): string[] | null => (PATH.test(of) ? of.split('.') : null);

/** What a detail reads: its field or system column; null: an expression. */
export const endOfDetail = (shape: Shape, detail: DatasetDetail): End | null => {
  const path = pathOfDetail(detail);
  return path && !isAround(path) ? endOf(shape, path) : null;
};

/** A detail in the statement. */
export interface DetailSql {
  /** Typed, so that numbers and days are in their own order; null where nothing stands. */
  value: RawBuilder<unknown>;
  /** The stored text beside it. */
  label: RawBuilder<unknown> | null;
  kind: SqlValue['kind'];
}

/** `valueOf` translates an expression of the dataset. */
export function detailSql(
  shape: Shape,
  source: Pick<OpenSource, 'label'>,
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

/** The value as it is answered: days and moments as they are written everywhere. */
export function detailText(kind: SqlValue['kind'], value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (kind === 'date') return sql`to_char(${value}, 'YYYY-MM-DD')`;
  if (kind === 'time') return sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`;
  return kind === 'number' ? sql`trim_scale(${value})::text` : sql`(${value})::text`;
}

/** Values of a field with options whose names say this: what is stored is not what people read. */
function valuesNamed(end: End | null, keyword: string): string[] {
  const options = end?.node ? staticOptions(end.node) : null;
  return (options ?? [])
    .filter(({ label }) => label.toLowerCase().includes(keyword.toLowerCase()))
    .map(({ value }) => String(value));
}

/** Whether a record says the keyword in one of these texts. Latin letters count in both cases, as in every list. */
export function saysSql(
  keyword: string,
  texts: readonly { text: RawBuilder<unknown>; label: RawBuilder<unknown> | null; end: End | null }[],
): RawBuilder<unknown> {
  const within = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`position(lower(${keyword}) in lower(coalesce(${text}, ''))) > 0`;
  const parts = texts.flatMap(({ text, label, end }) => {
    const named = valuesNamed(end, keyword);
    return [
      within(text),
      ...(label ? [within(label)] : []),
      ...(named.length > 0 ? [sql`${text} = any(${named}::text[])`] : []),
    ];
  });
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}
