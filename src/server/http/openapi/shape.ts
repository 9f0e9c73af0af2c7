import { describeKey } from './keyDescriptions.ts';

/**
 * Short notation of an answer. A value: `text`, `integer`, `number`, `flag`, `none` (null), `map` (an object with keys
 * that a document defines), `list` (a list of any values), `any`, or several of these joined by `|`. An object: its
 * keys, where `?` marks an optional key; `nullable` and `described` create objects with special keys (`$…`). A list:
 * the shape of its items.
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

/** Converts a shape into a JSON schema, with the description of each key. */
export function schemaOf(shape: Shape, name = ''): Schema {
  const description = describeKey(name);
  const descriptionPart = description ? { description } : {};
  if (typeof shape === 'string') {
    if (shape === 'any') return descriptionPart;
    const types = shape.split('|').map((type) => TYPES[type] ?? type);
    return { type: types.length === 1 ? (types[0] as string) : types, ...descriptionPart };
  }
  if (Array.isArray(shape)) return { type: 'array', items: schemaOf(shape[0] as Shape), ...descriptionPart };
  const entries = Object.entries(shape as Record<string, Shape>);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === '$maybe')
    return { anyOf: [schemaOf(first[1]), { type: 'null' }], ...descriptionPart };
  const { $text, $shape } = shape as Record<string, Shape>;
  if (typeof $text === 'string' && $shape !== undefined) return { ...schemaOf($shape), description: $text };
  return {
    type: 'object',
    ...descriptionPart,
    required: entries.map(([key]) => key).filter((key) => !key.endsWith('?')),
    properties: Object.fromEntries(
      entries.map(([key, inner]) => [key.replace(/\?$/, ''), schemaOf(inner, key.replace(/\?$/, ''))]),
    ),
  };
}

/** Returns a shape for a key with another meaning here than in other calls: `text` replaces the key's description. */
export const described = (text: string, shape: Shape): Shape => ({ $text: text, $shape: shape });
/** Returns the shape of a value that may be null. */
export const nullable = (shape: Shape): Shape => ({ $maybe: shape });
/** Returns the shape of a page of a list (EN-008). */
export const page = (row: Shape): Shape => ({
  data: [row],
  page: { pageNum: 'integer', pageSize: 'integer', total: 'integer', 'isEstimate?': 'flag' },
});
/** An answer that is a file, with its possible types. */
export interface FileAnswer {
  readonly file: readonly string[];
}
/** Describes the answer of a call: a file of one of these content types (default: `application/octet-stream`). */
export const file = (...types: readonly string[]): FileAnswer => ({
  file: types.length > 0 ? types : ['application/octet-stream'],
});

/** The answers of calls, by method and path (`GET /api/…`). */
export type Answers = Readonly<Record<string, Shape | FileAnswer>>;
