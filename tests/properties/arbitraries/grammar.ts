import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TAGS } from '../../../src/grammar/tags.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';

/** The part of JSON Schema that the grammar uses. */
export interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  minProperties?: number;
  maxItems?: number;
  minLength?: number;
  pattern?: string;
  maxLength?: number;
  format?: string;
  'x-value'?: Schema;
  definitions?: Record<string, Schema>;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string): Schema => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Schema;
const common = read('schemas/grammar/common.schema.json').definitions ?? {};

/** A definition that a `$ref` names; all of them stand in common.schema.json. */
export function resolve(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (common[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** All properties of a node with those of its shared parts; its own win. */
export function flatten(schema: Schema): { properties: Record<string, Schema>; required: string[] } {
  const parts = (schema.allOf ?? []).map((part) => flatten(resolve(part)));
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties) as Record<string, Schema>,
    required: [...parts.flatMap((part) => part.required), ...(schema.required ?? [])],
  };
}

function schemaOf(tag: string): Schema {
  const builtin = `schemas/grammar/widgets/${tag}.schema.json`;
  return read(existsSync(join(ROOT, builtin)) ? builtin : `src/widgets/${tag}/grammar.schema.json`);
}

const registered = new Set(definitions.map(({ tag }) => tag));

/** Every tag with a value that this build has a widget for: a new widget is generated from the day it is written. */
export const FIELD_TAGS: readonly string[] = Object.keys(TAGS).filter(
  (tag) => TAGS[tag as keyof typeof TAGS]?.kind === 'field' && registered.has(tag),
);

export const SCHEMAS: ReadonlyMap<string, Schema> = new Map(
  [...FIELD_TAGS, 'row', 'el-card', 'el-tabs', 'el-collapse', 'sTitle', 'opColumn'].map((tag) => [tag, schemaOf(tag)]),
);

export const schemaFor = (tag: string): Schema => SCHEMAS.get(tag) ?? {};
