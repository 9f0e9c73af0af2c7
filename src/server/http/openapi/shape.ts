import { wordOf } from './words.ts';

/**
 * What a call answers, in short: `text`, `integer`, `number`, `flag`, `none` (null), `map` (an object whose keys its document
 * says), `any`, several joined by `|`; an object of keys, those with `?` not always there; a list of one shape.
 */
export type Shape = string | readonly [Shape] | { readonly [key: string]: Shape };

export interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  [key: string]: unknown;
}

const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  integer: 'integer',
  number: 'number',
  flag: 'boolean',
  none: 'null',
  map: 'object',
  list: 'array',
};

/** A shape as a JSON schema; keys get the words that they have everywhere. */
export function schemaOf(shape: Shape, name = ''): Schema {
  const description = wordOf(name);
  const said = description ? { description } : {};
  if (typeof shape === 'string') {
    if (shape === 'any') return said;
    const types = shape.split('|').map((type) => TYPES[type] ?? type);
    return { type: types.length === 1 ? (types[0] as string) : types, ...said };
  }
  if (Array.isArray(shape)) return { type: 'array', items: schemaOf(shape[0] as Shape), ...said };
  const entries = Object.entries(shape as Record<string, Shape>);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === '$maybe')
    return { anyOf: [schemaOf(first[1]), { type: 'null' }], ...said };
  return {
    type: 'object',
    ...said,
    required: entries.map(([key]) => key).filter((key) => !key.endsWith('?')),
    properties: Object.fromEntries(
      entries.map(([key, inner]) => [key.replace(/\?$/, ''), schemaOf(inner, key.replace(/\?$/, ''))]),
    ),
  };
}

export const maybe = (shape: Shape): Shape => ({ $maybe: shape });
/** A page of a list (EN-008). */
export const page = (row: Shape): Shape => ({
  data: [row],
  page: { pageNum: 'integer', pageSize: 'integer', total: 'integer', 'isEstimate?': 'flag' },
});
/** A file: the types it may have. */
export interface FileAnswer {
  readonly file: readonly string[];
}
export const file = (...types: readonly string[]): FileAnswer => ({
  file: types.length > 0 ? types : ['application/octet-stream'],
});

export type Answers = Readonly<Record<string, Shape | FileAnswer>>;
