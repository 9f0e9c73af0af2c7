/** Pieces of route schemas that several areas share. */
export const key = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z][\\w-]*$' } as const;
export const id = { type: 'string', minLength: 1, maxLength: 64 } as const;

/** An object with these properties and no others. */
export const objectOf = (properties: Record<string, object>, ...required: string[]) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

/** The page of a list call's body. */
export const pageBody = {
  type: 'object',
  nullable: true,
  properties: {
    pageNum: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    pageSize: { type: 'integer', minimum: 1, maximum: 500 },
  },
} as const;

const condition = {
  type: 'object',
  required: ['field'],
  properties: { field: { type: 'string', maxLength: 100 }, op: { type: 'string', maxLength: 20 }, value: {} },
} as const;

/** Body of a list call: `{ data: { conditions, keyword, sort, … }, page }`; a list of records takes its fields by their keys, too. */
export const listBody = {
  type: 'object',
  nullable: true,
  properties: {
    page: pageBody,
    data: {
      type: 'object',
      nullable: true,
      maxProperties: 100,
      properties: {
        conditions: { type: 'array', maxItems: 50, items: condition, nullable: true },
        keyword: { type: 'string', maxLength: 200, nullable: true },
        sort: {
          type: 'object',
          nullable: true,
          required: ['field'],
          properties: { field: { type: 'string', maxLength: 100 }, order: { enum: ['asc', 'desc'] } },
        },
      },
    },
  },
} as const;

/** The same of a list of records, whose conditions may be groups `{ anyOf: [...] }` of which one must hold. */
export const recordListBody = {
  ...listBody,
  properties: {
    ...listBody.properties,
    data: {
      ...listBody.properties.data,
      properties: {
        ...listBody.properties.data.properties,
        conditions: {
          type: 'array',
          maxItems: 50,
          nullable: true,
          items: {
            type: 'object',
            properties: {
              ...condition.properties,
              anyOf: { type: 'array', minItems: 1, maxItems: 20, items: condition },
            },
          },
        },
        paths: { type: 'array', maxItems: 20, nullable: true, items: { type: 'string', maxLength: 100 } },
      },
    },
  },
} as const;

/**
 * Body of a list call whose `data` asks these things alone. Anything else is refused: a filter that is misspelt, or stands
 * beside `data`, would answer, or export, everything.
 */
export const asking = <T extends object>(properties: T) =>
  ({
    type: 'object',
    nullable: true,
    additionalProperties: false,
    properties: { page: pageBody, data: { type: 'object', nullable: true, additionalProperties: false, properties } },
  }) as const;

/** As of other lists, without fields by their keys. */
export const askingRows = asking(listBody.properties.data.properties);

interface WrittenCondition {
  field: string;
  op?: string;
  value?: unknown;
}

export interface ListBody {
  page?: { pageNum?: number; pageSize?: number } | null;
  data?: {
    conditions?: WrittenCondition[] | null;
    keyword?: string | null;
    sort?: { field: string; order?: 'asc' | 'desc' } | null;
  } | null;
}

export type RecordListBody = Omit<ListBody, 'data'> & {
  data?:
    | (Omit<NonNullable<ListBody['data']>, 'conditions'> & {
        conditions?: (WrittenCondition | { anyOf: WrittenCondition[] })[] | null;
        /** Values to answer along relations. */
        paths?: string[] | null;
      })
    | null;
};

/** Yes or no, as JSON says it or as a switch of a form does ('1' on, '0' off). */
export type Switched = boolean | '0' | '1' | null;
export const switched = { enum: [true, false, '0', '1', null] } as const;
export const isOn = (value: Switched | undefined): boolean => value === true || value === '1';
