/// <reference types="vite/client" />
import { TAGS } from '../../grammar/tags.ts';

interface Schema {
  /** True for titles and layout that may stand in a form beside its fields. */
  'x-in-form'?: boolean;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
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
  return byName.get(file.split('/').slice(-1)[0] ?? '')?.definitions?.[pointer];
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
