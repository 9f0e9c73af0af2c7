import { sql, type RawBuilder } from 'kysely';

/** What a list is to be sorted by, as it stands in `data.sort` of a list call. */
export interface Sort<Field extends string> {
  field: Field;
  order?: 'asc' | 'desc';
}

/** The schema of `data.sort`: one of these fields, upwards unless asked otherwise. */
export const sortSchema = <Field extends string>(fields: readonly Field[]) =>
  ({
    type: 'object',
    nullable: true,
    required: ['field'],
    additionalProperties: false,
    properties: { field: { enum: [...fields] }, order: { enum: ['asc', 'desc'] } },
  }) as const;

/**
 * The terms of an `order by`: what was asked, empty values last, then the order that the list has by itself, which
 * decides among equal values so that no row stands on two pages.
 */
export function orderTerms<Field extends string>(
  sort: Sort<Field> | null | undefined,
  columns: Readonly<Record<Field, RawBuilder<unknown>>>,
  otherwise: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!sort) return otherwise;
  const direction = sort.order === 'desc' ? sql`desc` : sql`asc`;
  return sql`${columns[sort.field]} ${direction} nulls last, ${otherwise}`;
}
