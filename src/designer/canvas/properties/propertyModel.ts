import {
  formPropertySchemas,
  propertySchemas,
  resolveSchema,
  schemaOfTag,
  type Schema,
} from '../../editor/grammarDocs.ts';

/** The kinds of property editors. */
export type EditorKind =
  | 'text'
  | 'long'
  | 'number'
  | 'switch'
  | 'flag'
  | 'enum'
  | 'texts'
  | 'rows'
  | 'map'
  | 'object'
  | 'json'
  | 'condition'
  | 'conditions'
  | 'expression'
  | 'formula'
  | 'options'
  | 'dictionary'
  | 'form'
  | 'field'
  | 'fieldsOfForm'
  | 'fill'
  | 'fillRows'
  | 'flow'
  | 'roles'
  | 'patterns'
  | 'unique'
  | 'default'
  | 'span'
  | 'key'
  | 'widths'
  | 'dataset'
  | 'datasetPart'
  | 'fieldOf'
  | 'button'
  | 'rollup';

/** One key of a node, with the data for its display in the panel. */
export interface Property {
  key: string;
  name: string;
  help: string;
  group: string;
  editor: EditorKind;
  schema: Schema;
  /** The value of a flag that the document does not set. */
  flagDefault: boolean;
}

export const PROPERTY_GROUPS: readonly { id: string; title: string }[] = [
  { id: 'basic', title: '基本' },
  { id: 'data', title: '数据' },
  { id: 'column', title: '子表列' },
  { id: 'check', title: '校验' },
  { id: 'show', title: '显示' },
  { id: 'right', title: '权限' },
  { id: 'list', title: '列表' },
  { id: 'link', title: '联动取数' },
  { id: 'advanced', title: '高级' },
];

const GROUP_IDS: ReadonlySet<string> = new Set(PROPERTY_GROUPS.map(({ id }) => id));

/** The editors that the grammar can name (`x-editor`). */
const NAMED_EDITORS: ReadonlySet<string> = new Set<EditorKind>([
  'long',
  'condition',
  'conditions',
  'expression',
  'formula',
  'options',
  'dictionary',
  'form',
  'field',
  'fieldsOfForm',
  'fill',
  'fillRows',
  'flow',
  'roles',
  'patterns',
  'unique',
  'default',
  'span',
  'key',
  'widths',
  'rollup',
]);

const typeOf = (schema: Schema): string | undefined =>
  Array.isArray(schema.type) ? (schema.type.length === 1 ? schema.type[0] : undefined) : schema.type;

/**
 * Returns the editor of a key that refers to something else (`x-refers`); null if this kind of reference has no editor.
 */
function editorOfReference(schema: Schema): EditorKind | null {
  const refers = schema['x-refers'];
  if (refers === 'role') return schema.type === 'array' ? 'roles' : null;
  if (schema.type === 'string' && (refers === 'dataset' || refers === 'form')) return refers;
  if (typeof refers !== 'object' || refers.of === undefined) return null;
  const editors: Readonly<Record<string, EditorKind>> = { measure: 'datasetPart', field: 'fieldOf', button: 'button' };
  return editors[refers.to ?? ''] ?? null;
}

/** Returns the editor of a key: the editor named in the grammar, else an editor for the type of the value. */
export function editorOf(schema: Schema): EditorKind {
  const grammarEditor = schema['x-editor'];
  if (grammarEditor !== undefined && NAMED_EDITORS.has(grammarEditor)) return grammarEditor as EditorKind;
  const referenceEditor = editorOfReference(schema);
  if (referenceEditor !== null) return referenceEditor;
  if (schema.format === 'cel') return 'expression';
  if (JSON.stringify(schema.enum) === '["0","1"]') return 'flag';
  if (schema.enum) return 'enum';
  switch (typeOf(schema)) {
    case 'boolean':
      return 'switch';
    case 'number':
    case 'integer':
      return 'number';
    case 'string':
      return 'text';
    case 'array': {
      const items = resolveSchema(schema.items ?? {});
      if (typeOf(items) === 'string') return 'texts';
      return items.properties && items.additionalProperties !== true ? 'rows' : 'json';
    }
    case 'object':
      if (schema.properties && Object.keys(schema.properties).length > 0) return 'object';
      return schema.additionalProperties !== undefined && schema.additionalProperties !== true ? 'map' : 'json';
    default:
      return Array.isArray(schema.type) && schema.type.every((type) => ['string', 'number'].includes(type))
        ? 'text'
        : 'json';
  }
}

/** Returns true if an expression reads the record of a list row as `row`. */
export const readsRow = ({ 'x-refers': refers }: Schema): boolean =>
  typeof refers === 'object' && refers.row !== undefined;

/** Returns the beginning of a description. It serves as the name of a key that has no name in the grammar. */
const firstWords = (description: string): string =>
  (description.split(/[：；，。（(、]/)[0] ?? description).slice(0, 14);

/** Returns a description without the notes about the notation of documents. */
const withoutNotation = (description: string): string =>
  description.replace(/（"1" 是，"0" 否）|（CEL）|（listNoAuth）|^CEL，/g, '');

function propertyOf(key: string, unresolvedSchema: Schema): Property {
  const schema = resolveSchema(unresolvedSchema);
  const description = withoutNotation(schema.description ?? schema.title ?? key);
  const group = schema['x-group'] ?? 'advanced';
  return {
    key,
    name: schema['x-name'] ?? firstWords(description),
    help: schema['x-help'] ?? description,
    group: GROUP_IDS.has(group) ? group : 'advanced',
    // conditions of panes and of row actions have the same editor as conditions of nodes
    editor: schema.format === 'cel' && (key.endsWith('When') || readsRow(schema)) ? 'condition' : editorOf(schema),
    schema,
    // true if the description says that the default is yes
    flagDefault: /缺省为?是/.test(description) || /^(flowVisible|flowEditable|commonAdd)$/.test(key),
  };
}

/** Returns true if the panel shows a key. It does not show the tag, fixed values, hidden keys and lists of columns. */
const isShown = (key: string, schema: Schema): boolean =>
  key !== 'tag' && schema.const === undefined && !['hidden', 'columns'].includes(schema['x-editor'] ?? '');

const propertiesIn = (schemas: Record<string, Schema>): Property[] =>
  Object.entries(schemas)
    .filter(([key, schema]) => isShown(key, schema))
    .map(([key, schema]) => propertyOf(key, schema));

/** Editors of options, sorted first because a select field needs options. */
const OPTION_EDITORS: ReadonlySet<EditorKind> = new Set(['options', 'dictionary']);

/**
 * Sorts the properties of a panel: the label first, then required keys and options of the group 基本, then the roll-up,
 * then all others in their order.
 */
function sortProperties(properties: readonly Property[], requiredKeys: readonly string[]): Property[] {
  const rank = ({ key, group, editor }: Property): number => {
    if (key === 'label') return 0;
    const isNeeded = requiredKeys.includes(key) || OPTION_EDITORS.has(editor);
    if (group === 'basic' && key !== '__vModel__' && isNeeded) return 1;
    return editor === 'rollup' ? 2 : 3;
  };
  return properties.toSorted((a, b) => rank(a) - rank(b));
}

const propertiesByTag = new Map<string, readonly Property[]>();

/** Returns the properties of a tag, sorted for the panel. Cached. */
export function propertiesOf(tag: string): readonly Property[] {
  const cached = propertiesByTag.get(tag);
  if (cached) return cached;
  const properties = sortProperties(propertiesIn(propertySchemas(tag)), schemaOfTag(tag)?.required ?? []);
  propertiesByTag.set(tag, properties);
  return properties;
}

/** Returns the properties of an object inside a node, without its `children`, which are edited on the canvas. */
export const innerProperties = (schema: Schema): Property[] =>
  Object.entries(schema.properties ?? {})
    .filter(([key, inner]) => key !== 'children' && isShown(key, inner))
    .map(([key, inner]) => propertyOf(key, inner));

/** Returns the settings of the form that the panel shows. */
export const formProperties = (): Property[] =>
  propertiesIn(formPropertySchemas()).filter(({ key }) => !['formKey', 'version', 'fields', 'area'].includes(key));

/** Returns true if a key has an effect on columns of a sub-table only. */
export const isOnlyForColumns = ({ group }: Property): boolean => group === 'column';
/** Keys that have no effect on a column. */
const NOT_FOR_COLUMNS: ReadonlySet<string> = new Set([
  'span',
  'labelWidth',
  'showLabel',
  'serial',
  'isList',
  'isSearch',
  'isTitle',
  'help',
]);
/** Returns true if a key has an effect on a column of a sub-table. */
export const hasEffectOnColumns = ({ key }: Property): boolean => !NOT_FOR_COLUMNS.has(key);
