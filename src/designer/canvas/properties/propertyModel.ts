import { formPropertySchemas, propertySchemas, resolved, schemaOfTag, type Schema } from '../../editor/grammarDocs.ts';

/** Which editor a key gets. What the grammar does not name follows from the type of its value. */
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
  | 'expression'
  | 'formula'
  | 'options'
  | 'dictionary'
  | 'form'
  | 'field'
  | 'fieldsOfForm'
  | 'fill'
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
  | 'rollup';

/** One key of a node as the panel shows it. */
export interface Property {
  key: string;
  name: string;
  help: string;
  group: string;
  editor: EditorKind;
  schema: Schema;
  /** What holds where the document says nothing. */
  fallback: boolean;
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

const GROUPS: ReadonlySet<string> = new Set(PROPERTY_GROUPS.map(({ id }) => id));

const NAMED: ReadonlySet<string> = new Set<EditorKind>([
  'long',
  'condition',
  'expression',
  'formula',
  'options',
  'dictionary',
  'form',
  'field',
  'fieldsOfForm',
  'fill',
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

/** What a key that names something else is chosen with. */
function editorOfReference(schema: Schema): EditorKind | null {
  const refers = schema['x-refers'];
  if (refers === 'role') return schema.type === 'array' ? 'roles' : null;
  if (schema.type === 'string' && (refers === 'dataset' || refers === 'form')) return refers;
  if (typeof refers !== 'object' || refers.of === undefined) return null;
  return refers.to === 'measure' ? 'datasetPart' : refers.to === 'field' ? 'fieldOf' : null;
}

/** The editor of a key: the one that the grammar names, else what its type asks for. */
export function editorOf(schema: Schema): EditorKind {
  const named = schema['x-editor'];
  if (named !== undefined && NAMED.has(named)) return named as EditorKind;
  const referring = editorOfReference(schema);
  if (referring !== null) return referring;
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
      const items = resolved(schema.items ?? {});
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

/** True for an expression that reads the record of a list's row as `row`. */
export const readsRow = ({ 'x-refers': refers }: Schema): boolean =>
  typeof refers === 'object' && refers.row !== undefined;

/** The first words of a description: what a key is called where the grammar gives it no name. */
const firstWords = (description: string): string =>
  (description.split(/[：；，。（(、]/)[0] ?? description).slice(0, 14);

/** A description without what only who reads the documents' language knows. */
const plainly = (description: string): string =>
  description.replace(/（"1" 是，"0" 否）|（CEL）|（listNoAuth）|^CEL，/g, '');

function propertyOf(key: string, given: Schema): Property {
  const schema = resolved(given);
  const description = plainly(schema.description ?? schema.title ?? key);
  const group = schema['x-group'] ?? 'advanced';
  return {
    key,
    name: schema['x-name'] ?? firstWords(description),
    help: schema['x-help'] ?? description,
    group: GROUPS.has(group) ? group : 'advanced',
    // conditions of panes, and of actions beside a row, are written like those of nodes
    editor: schema.format === 'cel' && (key.endsWith('When') || readsRow(schema)) ? 'condition' : editorOf(schema),
    schema,
    fallback: /缺省为?是/.test(description) || /^(flowVisible|flowEditable|commonAdd)$/.test(key),
  };
}

/** Keys that the panel leaves to other places. */
const isShown = (key: string, schema: Schema): boolean =>
  key !== 'tag' && schema.const === undefined && !['hidden', 'columns'].includes(schema['x-editor'] ?? '');

const read = (schemas: Record<string, Schema>): Property[] =>
  Object.entries(schemas)
    .filter(([key, schema]) => isShown(key, schema))
    .map(([key, schema]) => propertyOf(key, schema));

/** A choice is nothing without them. */
const WHAT_IT_OFFERS: ReadonlySet<EditorKind> = new Set(['options', 'dictionary']);

/**
 * Sorts the properties of a panel: the name first, then what the element cannot do without, then choosers before what
 * technicians set, then all others in their order.
 */
function neededFirst(properties: readonly Property[], needed: readonly string[]): Property[] {
  const rank = ({ key, group, editor }: Property): number => {
    if (key === 'label') return 0;
    const isNeeded = needed.includes(key) || WHAT_IT_OFFERS.has(editor);
    if (group === 'basic' && key !== '__vModel__' && isNeeded) return 1;
    return editor === 'rollup' ? 2 : 3;
  };
  return properties.toSorted((a, b) => rank(a) - rank(b));
}

const byTag = new Map<string, readonly Property[]>();

/** Every key that a node of this tag may say, the needed ones first, else in the grammar's order: its own first. */
export function propertiesOf(tag: string): readonly Property[] {
  const known = byTag.get(tag);
  if (known) return known;
  const found = neededFirst(read(propertySchemas(tag)), schemaOfTag(tag)?.required ?? []);
  byTag.set(tag, found);
  return found;
}

/** What an object of a list or of a key holds; lists of nodes in it belong to the canvas. */
export const innerProperties = (schema: Schema): Property[] =>
  Object.entries(schema.properties ?? {})
    .filter(([key, inner]) => key !== 'children' && isShown(key, inner))
    .map(([key, inner]) => propertyOf(key, inner));

/** Keys of the form itself that are set here; its key and version are not. */
export const formProperties = (): Property[] =>
  read(formPropertySchemas()).filter(({ key }) => !['formKey', 'version', 'fields', 'area'].includes(key));

/** Keys of fields that mean something for columns of a sub-table only. */
export const isForColumns = ({ group }: Property): boolean => group === 'column';
/** Keys that mean nothing for a column. */
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
export const isForFields = ({ key }: Property): boolean => !NOT_FOR_COLUMNS.has(key);
