import type { Chance } from './chance.ts';
import { hostile } from './hostile.ts';

export interface Schema {
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  additionalProperties?: boolean | Schema;
}

/** Names that the server knows, by the keys under which calls ask for them. */
export type Pool = Readonly<Record<string, readonly unknown[]>>;

const known = (chance: Chance, pool: Pool, name: string): unknown => {
  const list = pool[name] ?? pool[name.replace(/s$/, '')] ?? pool.id;
  return list && list.length > 0 ? chance.pick(list) : 'x';
};

/** A value that nearly fits: what the schema asks for, with names that exist where there are some. */
export function fitting(chance: Chance, schema: Schema, pool: Pool, name = '', depth = 0): unknown {
  if (schema.nullable && chance.is(0.1)) return null;
  if (schema.enum) return chance.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && !schema.properties) return fitting(chance, chance.pick(choices), pool, name, depth + 1);
  const type = Array.isArray(schema.type)
    ? chance.pick(schema.type)
    : (schema.type ?? (schema.properties ? 'object' : 'any'));
  switch (type) {
    case 'string':
      return chance.is(0.85) ? String(known(chance, pool, name)) : '检测';
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 20, chance.int(20) + 1));
    case 'boolean':
      return chance.is(0.5);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, chance.int(3)) }, () =>
        fitting(chance, schema.items ?? {}, pool, name, depth + 1),
      );
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).filter(
        ([key]) => schema.required?.includes(key) || chance.is(0.6),
      );
      const extra =
        entries.length === 0 && depth < 3
          ? [[String(known(chance, pool, 'field')), chance.is(0.5) ? hostile(chance) : known(chance, pool, 'value')]]
          : [];
      return Object.fromEntries([
        ...entries.map(([key, inner]) => [key, fitting(chance, inner, pool, key, depth + 1)]),
        ...extra,
      ]);
    }
    default:
      return chance.is(0.5) ? known(chance, pool, name) : hostile(chance);
  }
}

/** The value with something wrong put into one or more of its places. */
export function spoiled(chance: Chance, value: unknown, share = 0.25): unknown {
  if (chance.is(share)) return hostile(chance);
  if (Array.isArray(value)) return value.map((inner) => spoiled(chance, inner, share));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(() => !chance.is(0.08))
    .map(([key, inner]) => [key, spoiled(chance, inner, share)]);
  if (chance.is(0.15))
    entries.push([
      chance.pick(['__proto__', 'constructor', 'prototype', 'toString', '', 'x'.repeat(500), '\u0000']),
      hostile(chance),
    ]);
  return Object.fromEntries(entries);
}
