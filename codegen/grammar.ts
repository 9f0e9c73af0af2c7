import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** A JSON Schema object as it stands in a grammar file. */
export type Schema = { [key: string]: unknown };

export interface WidgetSchema {
  tag: string;
  kind: 'field' | 'block' | 'container';
  title: string;
  description: string;
  /** One flat object schema: mixins merged, references inlined, additionalProperties false. For types and tag data. */
  schema: Schema;
  /** The node's own properties only; the mixins are shared validators. */
  own: Schema;
  /** Names of the mixins in common.schema.json. */
  mixins: string[];
  /** JSON Schema of the value this widget stores; undefined for nodes without a value. */
  value?: Schema;
}

const GRAMMAR = 'schemas/grammar';

const readJson = (path: string): Schema => JSON.parse(readFileSync(path, 'utf8')) as Schema;

/** Replaces every reference into common.schema.json by its target; a self reference stays (`option` inside `option`). */
function inline(node: unknown, common: Schema, open: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, common, open));
  if (node === null || typeof node !== 'object') return node;
  const { $ref, ...rest } = node as Schema;
  if (typeof $ref === 'string' && $ref !== '#') {
    const name = $ref.split('/').pop() as string;
    if (open.includes(name)) return { type: 'object', additionalProperties: true, required: ['label', 'value'] };
    const target = (common.definitions as Record<string, Schema>)[name];
    if (!target) throw new Error(`grammar: unknown reference ${$ref}`);
    return inline({ ...target, ...rest }, common, [...open, name]);
  }
  const out: Schema = {};
  for (const [key, value] of Object.entries(node)) out[key] = inline(value, common, open);
  // {allOf:[x], description} only carries a description beside a reference
  const only = out.allOf as Schema[] | undefined;
  if (only?.length === 1 && out.properties === undefined) {
    const { allOf: _dropped, ...own } = out;
    return { ...only[0], ...own };
  }
  return out;
}

/** Merges `allOf` mixins and own properties into one closed object; own properties win. */
function flatten(schema: Schema): Schema {
  const parts = [...((schema.allOf as Schema[] | undefined) ?? []), schema];
  const properties: Schema = {};
  const required = new Set<string>();
  for (const part of parts) {
    for (const [key, value] of Object.entries((part.properties as Schema | undefined) ?? {})) {
      const before = properties[key] as Schema | undefined;
      properties[key] =
        before?.properties && (value as Schema).properties
          ? {
              ...before,
              ...(value as Schema),
              properties: { ...(before.properties as Schema), ...((value as Schema).properties as Schema) },
            }
          : value;
    }
    for (const key of (part.required as string[] | undefined) ?? []) required.add(key);
  }
  return {
    title: schema.title,
    description: schema.description,
    type: 'object',
    properties,
    required: [...required],
    additionalProperties: false,
  };
}

/** Grammar files of the widgets: the built-in ones, and those a plugin keeps in its own folder. */
function widgetFiles(): string[] {
  const builtIn = readdirSync(join(GRAMMAR, 'widgets'))
    .sort()
    .map((name) => join(GRAMMAR, 'widgets', name));
  const plugins = existsSync('src/widgets')
    ? readdirSync('src/widgets')
        .sort()
        .map((name) => join('src/widgets', name, 'grammar.schema.json'))
        .filter((path) => existsSync(path))
    : [];
  return [...builtIn, ...plugins];
}

export function readWidgets(): WidgetSchema[] {
  const common = readJson(join(GRAMMAR, 'common.schema.json'));
  return widgetFiles().map((file) => {
    const raw = readJson(file);
    const schema = flatten(inline(raw, common, []) as Schema);
    const tag = ((raw.properties as Schema).tag as Schema).const as string;
    return {
      tag,
      kind: raw['x-kind'] as WidgetSchema['kind'],
      title: raw.title as string,
      description: raw.description as string,
      own: { ...(inline({ ...raw, allOf: undefined }, common, []) as Schema), $id: `node:${tag}` },
      mixins: ((raw.allOf as { $ref: string }[] | undefined) ?? []).map(({ $ref }) => $ref.split('/').pop() as string),
      schema: { ...schema, $id: `node:${tag}`, title: typeName(tag) + 'Node' },
      ...(raw['x-value'] ? { value: { ...(raw['x-value'] as Schema), $id: `value:${tag}` } } : {}),
    };
  });
}

/** The shared parts of nodes (`field`, `optionSource`, ...), each a schema of its own. */
export function readMixins(names: readonly string[]): { name: string; schema: Schema }[] {
  const common = readJson(join(GRAMMAR, 'common.schema.json'));
  return names.map((name) => ({
    name,
    schema: {
      ...(inline((common.definitions as Record<string, Schema>)[name], common, [name]) as Schema),
      $id: `mixin:${name}`,
    },
  }));
}

/** Every other document kind: form definition, screen definition, menu item, record and so on, by file name. */
export function readDocuments(): { name: string; schema: Schema }[] {
  const common = readJson(join(GRAMMAR, 'common.schema.json'));
  return readdirSync(GRAMMAR)
    .sort()
    .filter((name) => name.endsWith('.schema.json') && name !== 'common.schema.json')
    .map((file) => {
      const name = file.replace('.schema.json', '');
      const schema = inline(readJson(join(GRAMMAR, file)), common, []) as Schema;
      return { name, schema: { ...schema, $id: `document:${name}`, title: typeName(name) } };
    });
}

/** `el-input` -> `ElInput`, `userSelector` -> `UserSelector`. */
export const typeName = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join('');
