/// <reference types="vite/client" />
import { TAGS } from '../../grammar/tags.ts';

/** An entry of a palette for a tag. */
export interface PaletteEntry {
  title: string;
  /** The name of the icon (`paletteIcons.ts`). */
  icon?: string;
  /** The position in its group; entries without a position come last. */
  order?: number;
  group: string;
  /** Further search terms. */
  words?: string;
  /** The properties of a new node. */
  node?: Record<string, unknown>;
}

/** A JSON Schema of the grammar, with extensions (`x-…`) for the designer. */
export interface Schema {
  /** True for titles and layout that are allowed in forms. */
  'x-in-form'?: boolean;
  'x-palette'?: PaletteEntry[];
  /** The icon of a tag without palette entries. */
  'x-icon'?: string;
  /** The entries in the palette of pages; absent if the block is not in this palette. */
  'x-screen-palette'?: PaletteEntry[];
  /** The entries in the palette of the shell. */
  'x-shell-palette'?: PaletteEntry[];
  /** The keys that hold lists of nodes, in the order of display; absent if `children` is the only such key. */
  'x-lists'?: string[];
  /** The children of the container are stacked, regardless of their width. */
  'x-stacked'?: boolean;
  /**
   * What the value names (a string, or `to`), such as a form, a field or a measure. `of`: the sibling key that
   * contains the key of the form or dataset to which the named field or measure belongs. `row`: the sibling key that
   * contains the key of the form whose record the expression reads as `row`. `holds`: what values the named field must
   * hold.
   */
  'x-refers'?: string | { to?: string; of?: string; row?: string; holds?: 'area' | 'number' };
  /** The parts of a dataset that can be selected. */
  'x-offers'?: 'groups' | 'figures' | 'params';
  /** The short name of a key in the property panel. */
  'x-name'?: string;
  /** The help text for users who are not programmers; if absent, the description is shown. */
  'x-help'?: string;
  /** The group of the property panel in which the key is shown. */
  'x-group'?: string;
  /** The name of the editor for the key in the property panel. */
  'x-editor'?: string;
  /** The names of enumeration values. */
  'x-labels'?: Record<string, string>;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  /** The default value; for numbers only. */
  default?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  pattern?: string;
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  definitions?: Record<string, Schema>;
}

/** The documentation of a key. */
export interface KeyDoc {
  key: string;
  description: string;
  /** The allowed values of an enumeration; else empty. */
  values: readonly unknown[];
  type: string;
}

const schemaByPath = import.meta.glob<Schema>(
  [
    '../../../schemas/grammar/*.schema.json',
    '../../../schemas/grammar/widgets/*.schema.json',
    '../../widgets/*/grammar.schema.json',
  ],
  { eager: true, import: 'default' },
);
const schemaByFileName = new Map(
  Object.entries(schemaByPath).map(([path, schema]) => [path.split('/').slice(-1)[0] ?? path, schema]),
);
/** The grammar files by tag, which is the constant of their property `tag`. */
const schemaByTag = new Map(
  Object.values(schemaByPath).flatMap((schema): [string, Schema][] => {
    const tag = schema.properties?.tag?.const;
    return typeof tag === 'string' ? [[tag, schema]] : [];
  }),
);

function resolveReference(reference: string): Schema | undefined {
  const [file = '', definitionName = ''] = reference.split('#/definitions/');
  const fileName = file.split('/').slice(-1)[0] ?? '';
  return schemaByFileName.get(fileName === '' ? 'common.schema.json' : fileName)?.definitions?.[definitionName];
}

/** Returns a schema with its `$ref` resolved; keys next to the `$ref` take precedence. */
export function resolveSchema(schema: Schema): Schema {
  const [firstPart] = schema.allOf ?? [];
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? firstPart?.$ref : undefined);
  const target = reference === undefined ? undefined : resolveReference(reference);
  return target ? { ...resolveSchema(target), ...schema } : schema;
}

/** Returns the schemas of the keys of an object, including inherited keys. */
function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  if (!schema) return {};
  const inherited = (schema.allOf ?? []).map((part) => propertiesOf(part.$ref ? resolveReference(part.$ref) : part));
  return Object.assign({}, ...inherited, schema.properties) as Record<string, Schema>;
}

const typeOf = (schema: Schema): string =>
  (Array.isArray(schema.type) ? schema.type[0] : schema.type) ??
  (schema.enum || schema.const !== undefined ? 'string' : 'object');

const keyDocOf = (key: string, schema: Schema): KeyDoc => ({
  key,
  description: schema.description ?? schema.title ?? key,
  values:
    schema.enum ?? (schema.const === undefined ? (schema.type === 'boolean' ? [true, false] : []) : [schema.const]),
  type: typeOf(schema),
});

const keyDocsOf = (schema: Schema | undefined): KeyDoc[] =>
  Object.entries(propertiesOf(schema)).map(([key, property]) => keyDocOf(key, property));

/** Returns the documentation of the keys of a tag; none for an unknown tag. */
export const keyDocsOfTag = (tag: string): KeyDoc[] => keyDocsOf(schemaByTag.get(tag));

const propertySchemasByTag = new Map<string, Record<string, Schema>>();

/** Returns the schemas of the keys of a tag; none for an unknown tag. */
export function propertySchemas(tag: string): Record<string, Schema> {
  const cached = propertySchemasByTag.get(tag);
  if (cached) return cached;
  const schemas = propertiesOf(schemaByTag.get(tag));
  propertySchemasByTag.set(tag, schemas);
  return schemas;
}

/** Returns the schemas of the keys of the form definition. */
export const formPropertySchemas = (): Record<string, Schema> =>
  propertiesOf(schemaByFileName.get('form-definition.schema.json'));

/** Returns the grammar file of a tag. */
export const schemaOfTag = (tag: string): Schema | undefined => schemaByTag.get(tag);

/** Returns the documentation of the keys of the form definition itself. */
export const keyDocsOfForm = (): KeyDoc[] => keyDocsOf(schemaByFileName.get('form-definition.schema.json'));

/** Returns the documentation of the keys of the screen definition itself. */
export const keyDocsOfScreen = (): KeyDoc[] => keyDocsOf(schemaByFileName.get('screen-definition.schema.json'));

/** The tags that are allowed in forms: fields, titles and layout. */
export const FORM_TAGS: readonly { tag: string; title: string }[] = Object.entries(TAGS)
  .filter(([tag, data]) => data.kind === 'field' || schemaByTag.get(tag)?.['x-in-form'] === true)
  .map(([tag, data]) => ({ tag, title: data.title }));

/** The tags that are allowed in screens. */
export const SCREEN_TAGS: readonly { tag: string; title: string }[] = Object.entries(TAGS)
  .filter(([, data]) => data.kind !== 'field')
  .map(([tag, data]) => ({ tag, title: data.title }));

export const titleOfTag = (tag: string): string | undefined => TAGS[tag]?.title;
