import { sql, type RawBuilder } from 'kysely';

/** The sort order of a list, as in `data.sort` of a list call. */
export interface Sort<Field extends string> {
  field: Field;
  order?: 'asc' | 'desc';
}

/** Returns the schema of `data.sort`: one of these fields, ascending by default. */
export const sortSchema = <Field extends string>(fields: readonly Field[]) =>
  ({
    type: 'object',
    nullable: true,
    required: ['field'],
    additionalProperties: false,
    properties: { field: { enum: [...fields] }, order: { enum: ['asc', 'desc'] } },
  }) as const;

/**
 * Returns the terms of an `order by`: the requested field with empty values last, then the default order of the list.
 * The default order also sorts rows with equal values, so that no row appears on two pages.
 */
export function orderTerms<Field extends string>(
  sort: Sort<Field> | null | undefined,
  columns: Readonly<Record<Field, RawBuilder<unknown>>>,
  defaultOrder: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!sort) return defaultOrder;
  const direction = sort.order === 'desc' ? sql`desc` : sql`asc`;
  return sql`${columns[sort.field]} ${direction} nulls last, ${defaultOrder}`;
}
