import { parseJson } from '../kernel/index.ts';
import { type Path, type Problem, problem, underPath } from '../domain/problem/index.ts';
import { isFormilyRoot, propertiesOf } from './dialects/formily.ts';
import { unwrapElement } from './innerElements.ts';
import { isObject, readSource, wordOf, textOf, type Placed } from './source.ts';

/** The form's own settings and its elements, found in a document of any dialect. */
export interface FormParts {
  settings: ReadonlyMap<string, Placed>;
  fields: readonly Placed[];
}

type Found = { ok: true; parts: FormParts } | { ok: false; problems: Problem[] };

/** Wrappers that other systems put around the whole definition, the usual ones first. */
export const WRAPPERS = [
  'form',
  'formConf',
  'formData',
  'definition',
  'frmDef',
  'content',
  'data',
  'schema',
  'formJson',
  'formContent',
  'formSchema',
  'formDesign',
  'designJson',
  'jsonData',
  'json',
  'result',
  'formTemplate',
  'template',
  'body',
  'rows',
  'records',
  'option',
] as const;

/** Where designers keep the list of elements; `fields` alone may hold anything. */
export const LISTS = [
  'fields',
  'widgetList',
  'list',
  'rule',
  'rules',
  'column',
  'columns',
  'drawingList',
  'formItems',
  'formItemList',
  'items',
  'components',
  'widgets',
  'children',
  'pages',
  'elements',
] as const;

/** Where designers keep the settings of the form, beside its elements. */
export const SETTINGS = ['conf', 'config', 'formConfig', 'option', 'options', 'form', 'formConf', 'formProps'] as const;

/** What the wrapper itself may say of the form; anything else in it is about transport and storage. */
const OUTSIDE: ReadonlySet<string> = new Set([
  'formKey',
  'formName',
  'title',
  'name',
  'labelWidth',
  'labelPosition',
  'labelAlign',
  'size',
  'gutter',
  'layout',
  'flowKey',
  'titleTemplate',
  'unitReads',
  'urgentWhen',
  'access',
  'effects',
  'actions',
  'createFrom',
  'reminders',
  'print',
  'area',
  'disabled',
  'version',
]);

/** How deep wrappers may lie in each other, and how often a text may be JSON in JSON. */
const DEEPEST = 6;
const MAX_TEXT_LAYERS = 4;

function fromText(value: unknown): unknown {
  let text = value;
  for (let count = 0; count < MAX_TEXT_LAYERS && typeof text === 'string'; count += 1) {
    const read = parseJson(text);
    if (!read.ok) return text;
    text = read.value;
  }
  return text;
}

function isElement(value: unknown): boolean {
  const read = fromText(value);
  if (!isObject(read)) return false;
  const source = readSource(unwrapElement({ value: read, path: [] }).value as Record<string, unknown>, []);
  return wordOf(source) !== '' || textOf(source, 'layout') !== '' || source.isDialect;
}

const listOf = (list: readonly unknown[], path: Path): Placed[] =>
  list.map((value, index) => ({ value, path: [...path, index] }));

function settingsOf(parts: readonly Placed[]): Map<string, Placed> {
  const settings = new Map<string, Placed>();
  for (const { value, path } of parts) {
    if (!isObject(value)) continue;
    for (const [key, item] of Object.entries(value)) settings.set(key, { value: item, path: [...path, key] });
  }
  return settings;
}

function allSettings(value: Record<string, unknown>, path: Path): Map<string, Placed> {
  const inner = SETTINGS.flatMap((key): Placed[] => {
    const part = fromText(value[key]);
    if (!isObject(part)) return [];
    return [
      { value: part, path: [...path, key] },
      ...(isObject(part.form) ? [{ value: part.form, path: [...path, key, 'form'] }] : []),
    ];
  });
  return settingsOf([{ value, path }, ...inner]);
}

/** Elements beside each other under one object: its list, and the groups that avue sets behind it. */
function elementsIn(value: Record<string, unknown>, path: Path): Placed[] | undefined {
  if (isFormilyRoot(value)) return propertiesOf(value, path);
  const key = LISTS.find((name) => {
    const list = fromText(value[name]);
    return Array.isArray(list) && (name === 'fields' || list.some(isElement));
  });
  const groups =
    Array.isArray(value.group) && value.group.some(isElement) ? listOf(value.group, [...path, 'group']) : [];
  if (key === undefined) return groups.length > 0 ? groups : undefined;
  return [...listOf(fromText(value[key]) as unknown[], [...path, key]), ...groups];
}

const hasFields = (value: unknown): boolean => isObject(value) && Array.isArray(fromText(value.fields));

/** A definition that was found inside: known wrappers first, then whatever holds elements. */
function findInside(value: Record<string, unknown>, path: Path): Found | undefined {
  const isWrapper = (key: string): boolean => (WRAPPERS as readonly string[]).includes(key);
  const keys = [...WRAPPERS.filter((key) => key in value), ...Object.keys(value).filter((key) => !isWrapper(key))];
  for (const key of keys) {
    const inner = fromText(value[key]);
    if (typeof inner !== 'object' || inner === null) continue;
    if (
      Array.isArray(inner) &&
      !inner.some(isElement) &&
      !(inner.length === 1 && (isWrapper(key) || hasFields(inner[0])))
    )
      continue;
    const found =
      Array.isArray(inner) && !inner.some(isElement)
        ? findForm(inner[0], [...path, key, 0])
        : findForm(inner, [...path, key]);
    if (found.ok) return found;
  }
  return undefined;
}

/**
 * `{conf, fields}`, `{...conf, fields}`, a bare list, fields as JSON texts, what other families keep their elements
 * under, all of it inside any wrapper and text as JSON text once or more.
 */
export function findForm(document: unknown, path: Path = []): Found {
  const value = fromText(document);
  if (Array.isArray(value)) return { ok: true, parts: { settings: new Map(), fields: listOf(value, path) } };
  if (isObject(value)) {
    const fields = elementsIn(value, path);
    if (fields) return { ok: true, parts: { settings: allSettings(value, path), fields } };
    const found = path.length < DEEPEST ? findInside(value, path) : undefined;
    if (found?.ok)
      return {
        ok: true,
        parts: {
          ...found.parts,
          settings: new Map([
            ...[...settingsOf([{ value, path }])].filter(([key]) => OUTSIDE.has(key)),
            ...found.parts.settings,
          ]),
        },
      };
  }
  return {
    ok: false,
    problems: underPath(path, [problem('DOC_SHAPE', [], { where: '文档', detail: '没有字段列表 fields' })]),
  };
}

/** True when a form with elements is inside, and the value is not an element itself. */
export function holdsForm(value: unknown): boolean {
  if (!isObject(value) || isElement(value)) return false;
  const found = findForm(value);
  return found.ok && found.parts.fields.some((field) => isElement(field.value));
}
