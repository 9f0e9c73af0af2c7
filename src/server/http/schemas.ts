/** Schemas of a key and of an id, for the route schemas of several rooms. */
export const key = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z][\\w-]*$' } as const;
export const id = { type: 'string', minLength: 1, maxLength: 64 } as const;

/**
 * Returns the schema of an object with no other properties than these. `required`: names of those that must be present.
 */
export const objectOf = (properties: Record<string, object>, ...required: string[]) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

/** Schema of the property `page` in the body of a list call. */
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

/**
 * Schema of the body of a list call: `{ data: { conditions, keyword, sort, … }, page }`. A list of records also accepts
 * the keys of its fields as filters.
 */
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

const parameterValues = { type: 'object', nullable: true, maxProperties: 20 } as const;
/** Schema of a `FigureCell`. */
export const figureCellSchema = {
  type: 'object',
  required: ['datasetKey'],
  additionalProperties: false,
  properties: {
    datasetKey: { type: 'string', minLength: 1, maxLength: 160, pattern: '^[A-Za-z0-9][\\w./-]*$' },
    params: parameterValues,
    shared: parameterValues,
    keys: {
      type: 'object',
      nullable: true,
      maxProperties: 5,
      additionalProperties: { type: 'string', maxLength: 1000 },
    },
    figure: { type: 'string', maxLength: 64, nullable: true },
  },
} as const;
/** Schema of a `DrillDownNumber`. */
const drillDownNumberSchema = {
  type: 'object',
  nullable: true,
  additionalProperties: false,
  properties: {
    figure: { ...figureCellSchema, nullable: true },
    rollup: {
      type: 'object',
      nullable: true,
      required: ['formKey', 'field', 'id'],
      additionalProperties: false,
      properties: { formKey: key, field: { type: 'string', maxLength: 64 }, id },
    },
    referring: {
      type: 'object',
      nullable: true,
      required: ['via', 'id'],
      additionalProperties: false,
      properties: { via: { type: 'string', maxLength: 200 }, id },
    },
  },
} as const;

/**
 * Schema of the body of a list call for records. A condition may also be a group `{ anyOf: [...] }`; one condition of
 * the group must hold.
 */
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
        // wire name: the number to whose records the list is restricted
        behind: drillDownNumberSchema,
      },
    },
  },
} as const;

/**
 * Returns the body schema of a list call in which `data` accepts only these properties. Refuses other properties,
 * because a misspelt filter, or a filter outside of `data`, would otherwise be ignored, and all rows would be returned
 * or exported.
 */
export const listBodyWith = <T extends object>(properties: T) =>
  ({
    type: 'object',
    nullable: true,
    additionalProperties: false,
    properties: { page: pageBody, data: { type: 'object', nullable: true, additionalProperties: false, properties } },
  }) as const;

/** Schema of the body of a list call with conditions, keyword and sort. Keys of fields are not accepted as filters. */
export const strictListBody = listBodyWith(listBody.properties.data.properties);

interface ConditionBody {
  field: string;
  op?: string;
  value?: unknown;
}

export interface ListBody {
  page?: { pageNum?: number; pageSize?: number } | null;
  data?: {
    conditions?: ConditionBody[] | null;
    keyword?: string | null;
    sort?: { field: string; order?: 'asc' | 'desc' } | null;
  } | null;
}

/** One number in an answer of a dataset. */
export interface FigureCell {
  datasetKey: string;
  /** Parameter values of the block. */
  params?: Record<string, unknown> | null;
  /** Parameter values from the filter bar of the screen. */
  shared?: Record<string, unknown> | null;
  /** The groups to which the number belongs: key of the group -> text of the group's value. */
  keys?: Record<string, string> | null;
  /** Key of the measure or column. */
  figure?: string | null;
}

/**
 * A number on the screen. A list can be restricted to the records that this number counts or adds up. It is a figure of
 * a dataset, a roll-up field of the record `id`, or the count or sum of the records in force that refer to the record
 * `id` by the relation (or path) `via`. Only one of the entries is set.
 */
export interface DrillDownNumber {
  figure?: FigureCell | null;
  rollup?: { formKey: string; field: string; id: string } | null;
  referring?: { via: string; id: string } | null;
}

export type RecordListBody = Omit<ListBody, 'data'> & {
  data?:
    | (Omit<NonNullable<ListBody['data']>, 'conditions'> & {
        conditions?: (ConditionBody | { anyOf: ConditionBody[] })[] | null;
        /** Paths along relations. Their values are added to the answer. */
        paths?: string[] | null;
        /** Wire name: the number to whose records the list is restricted. */
        behind?: DrillDownNumber | null;
      })
    | null;
};

/** A boolean in JSON, or the value of a switch in a form ('1' on, '0' off). */
export type FlagValue = boolean | '0' | '1' | null;
export const flagSchema = { enum: [true, false, '0', '1', null] } as const;
export const isOn = (value: FlagValue | undefined): boolean => value === true || value === '1';
