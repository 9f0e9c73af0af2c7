/// <reference types="vite/client" />
import { TAGS } from '../../grammar/tags.ts';

/** How a tag stands in the palette of the form designer: what it is called there, and what a new node says. */
export interface PaletteEntry {
  title: string;
  /** Its picture, by the name it has in the designer (`paletteIcons.ts`). */
  icon?: string;
  /** Its place among the others of its group; those without one come last. */
  order?: number;
  group: string;
  /** What a person may also call it. */
  words?: string;
  node?: Record<string, unknown>;
}

/** A JSON Schema of the grammar, with what it says to the designer. */
export interface Schema {
  /** True for titles and layout that may stand in a form beside its fields. */
  'x-in-form'?: boolean;
  'x-palette'?: PaletteEntry[];
  /** The picture of a tag that says nothing else of the palette. */
  'x-icon'?: string;
  /** How a block stands in the palette of pages; absent: it is not offered there. */
  'x-screen-palette'?: PaletteEntry[];
  /** How a part of the shell stands in the palette of the shell. */
  'x-shell-palette'?: PaletteEntry[];
  /** Keys under which a node holds lists of nodes, in the order they are drawn, where `children` is not the only one. */
  'x-lists'?: string[];
  /** The children of a container stand one below the other, whatever width they say. */
  'x-stacked'?: boolean;
  /**
   * What the value names: another document, or a part of the one that a sibling key names. `row`: the sibling key with
   * the form whose record the expression reads as `row`.
   */
  'x-refers'?: string | { to?: string; of?: string; row?: string };
  /** Which parts of a dataset may be chosen. */
  'x-offers'?: 'groups' | 'figures' | 'params';
  /** Short name of a key, what it does for who cannot program (absent: its description), the group of the property panel it stands in, its editor, and the names of its values. */
  'x-name'?: string;
  'x-help'?: string;
  'x-group'?: string;
  'x-editor'?: string;
  'x-labels'?: Record<string, string>;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  /** What holds while the document says nothing; of numbers only. */
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

/** What an author may write under a key. */
export interface KeyDoc {
  key: string;
  description: string;
  /** The closed list of values, where there is one. */
  values: readonly unknown[];
  type: string;
}

const files = import.meta.glob<Schema>(
  [
    '../../../schemas/grammar/*.schema.json',
    '../../../schemas/grammar/widgets/*.schema.json',
    '../../widgets/*/grammar.schema.json',
  ],
  { eager: true, import: 'default' },
);
const byName = new Map(Object.entries(files).map(([path, schema]) => [path.split('/').slice(-1)[0] ?? path, schema]));
/** A widget of a plugin keeps its grammar beside it; its tag is the constant of its `tag` property. */
const byTag = new Map(
  Object.values(files).flatMap((schema): [string, Schema][] => {
    const tag = schema.properties?.tag?.const;
    return typeof tag === 'string' ? [[tag, schema]] : [];
  }),
);

function follow(reference: string): Schema | undefined {
  const [file = '', pointer = ''] = reference.split('#/definitions/');
  const name = file.split('/').slice(-1)[0] ?? '';
  return byName.get(name === '' ? 'common.schema.json' : name)?.definitions?.[pointer];
}

/** A schema with its reference followed; what stands beside the reference wins. */
export function resolved(schema: Schema): Schema {
  const [only] = schema.allOf ?? [];
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? only?.$ref : undefined);
  const target = reference === undefined ? undefined : follow(reference);
  return target ? { ...resolved(target), ...schema } : schema;
}

function propertiesOf(schema: Schema | undefined): Record<string, Schema> {
  if (!schema) return {};
  const inherited = (schema.allOf ?? []).map((part) => propertiesOf(part.$ref ? follow(part.$ref) : part));
  return Object.assign({}, ...inherited, schema.properties) as Record<string, Schema>;
}

const typeOf = (schema: Schema): string =>
  (Array.isArray(schema.type) ? schema.type[0] : schema.type) ??
  (schema.enum || schema.const !== undefined ? 'string' : 'object');

const docOf = (key: string, schema: Schema): KeyDoc => ({
  key,
  description: schema.description ?? schema.title ?? key,
  values:
    schema.enum ?? (schema.const === undefined ? (schema.type === 'boolean' ? [true, false] : []) : [schema.const]),
  type: typeOf(schema),
});

const docsOf = (schema: Schema | undefined): KeyDoc[] =>
  Object.entries(propertiesOf(schema)).map(([key, property]) => docOf(key, property));

/** Keys of a node with this tag; of an unknown tag none. */
export const keysOfTag = (tag: string): KeyDoc[] => docsOf(byTag.get(tag));

const schemasByTag = new Map<string, Record<string, Schema>>();

/** Schemas of the keys of a node with this tag; of an unknown tag none. */
export function propertySchemas(tag: string): Record<string, Schema> {
  const known = schemasByTag.get(tag);
  if (known) return known;
  const found = propertiesOf(byTag.get(tag));
  schemasByTag.set(tag, found);
  return found;
}

/** Schemas of the keys of the form definition. */
export const formPropertySchemas = (): Record<string, Schema> =>
  propertiesOf(byName.get('form-definition.schema.json'));

/** The grammar file of a tag. */
export const schemaOfTag = (tag: string): Schema | undefined => byTag.get(tag);

/** Keys of the form definition itself. */
export const keysOfForm = (): KeyDoc[] => docsOf(byName.get('form-definition.schema.json'));

/** Keys of the screen definition itself. */
export const keysOfScreen = (): KeyDoc[] => docsOf(byName.get('screen-definition.schema.json'));

/** Tags that may stand in a form: fields, titles and layout; screens' blocks are not offered. */
export const FORM_TAGS: readonly { tag: string; title: string }[] = Object.entries(TAGS)
  .filter(([tag, data]) => data.kind === 'field' || byTag.get(tag)?.['x-in-form'] === true)
  .map(([tag, data]) => ({ tag, title: data.title }));

/** Blocks that a screen is made of. */
export const SCREEN_TAGS: readonly { tag: string; title: string }[] = Object.entries(TAGS)
  .filter(([, data]) => data.kind !== 'field')
  .map(([tag, data]) => ({ tag, title: data.title }));

export const titleOfTag = (tag: string): string | undefined => TAGS[tag]?.title;
