import { readDocument } from '../kernel/index.ts';
import { type Path, type Problem, problem, underPath } from '../domain/problem/index.ts';
import { isFormilyRoot, propertiesOf } from './dialects/formily.ts';
import { unwrapElement } from './innerElements.ts';
import { isObject, readSource, elementNameOf, textOf, type LocatedValue } from './source.ts';

/** The settings and the elements of a form, found in a document of any dialect. */
export interface FormParts {
  settings: ReadonlyMap<string, LocatedValue>;
  fields: readonly LocatedValue[];
}

type FindResult = { ok: true; parts: FormParts } | { ok: false; problems: Problem[] };

/** Keys under which other systems wrap the complete definition, the usual ones first. */
export const WRAPPER_KEYS = [
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

/** Keys under which designers keep the list of elements. A list under `fields` is used even if it has no elements. */
export const ELEMENT_LIST_KEYS = [
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

/** Keys under which designers keep the settings of the form, next to its elements. */
export const SETTINGS_KEYS = [
  'conf',
  'config',
  'formConfig',
  'option',
  'options',
  'form',
  'formConf',
  'formProps',
] as const;

/**
 * Settings that are also read from the wrapper, if the wrapped definition does not have them; other keys of a wrapper
 * concern transport and storage.
 */
const WRAPPER_SETTINGS: ReadonlySet<string> = new Set([
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
  'phonePage',
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

/** A wrapped definition is searched only inside objects whose path has fewer keys and indexes than this. */
const MAX_WRAPPER_DEPTH = 6;
/** Maximum number of times that a text is parsed, for JSON text that is itself encoded as a JSON text. */
const MAX_TEXT_LAYERS = 4;

/**
 * Parses a JSON text, also one that is encoded several times; other values, and texts that are no JSON, are unchanged.
 */
function parseNestedJson(value: unknown): unknown {
  let parsedValue = value;
  for (let layer = 0; layer < MAX_TEXT_LAYERS && typeof parsedValue === 'string'; layer += 1) {
    const parsed = readDocument(parsedValue);
    if (!parsed.ok) return parsedValue;
    parsedValue = parsed.value;
  }
  return parsedValue;
}

/** Returns true if the value (or its JSON text) is an element of some designer. */
function isElement(value: unknown): boolean {
  const parsed = parseNestedJson(value);
  if (!isObject(parsed)) return false;
  const source = readSource(unwrapElement({ value: parsed, path: [] }).value as Record<string, unknown>, []);
  return elementNameOf(source) !== '' || textOf(source, 'layout') !== '' || source.isTranslated;
}

const withPaths = (list: readonly unknown[], path: Path): LocatedValue[] =>
  list.map((value, index) => ({ value, path: [...path, index] }));

/** Merges the keys of several objects into one map; a later object takes precedence. Skips what is not an object. */
function mergeSettings(objects: readonly LocatedValue[]): Map<string, LocatedValue> {
  const settings = new Map<string, LocatedValue>();
  for (const { value, path } of objects) {
    if (!isObject(value)) continue;
    for (const [key, item] of Object.entries(value)) settings.set(key, { value: item, path: [...path, key] });
  }
  return settings;
}

/** Returns the settings of a form: the keys of the form object and of its settings objects, which take precedence. */
function allSettings(value: Record<string, unknown>, path: Path): Map<string, LocatedValue> {
  const settingsObjects = SETTINGS_KEYS.flatMap((key): LocatedValue[] => {
    const part = parseNestedJson(value[key]);
    if (!isObject(part)) return [];
    return [
      { value: part, path: [...path, key] },
      ...(isObject(part.form) ? [{ value: part.form, path: [...path, key, 'form'] }] : []),
    ];
  });
  return mergeSettings([{ value, path }, ...settingsObjects]);
}

/**
 * Returns the elements directly under an object: the properties of a Formily root, or the list of elements and the
 * groups that the designer avue keeps separately; undefined if there are none.
 */
function elementsIn(value: Record<string, unknown>, path: Path): LocatedValue[] | undefined {
  if (isFormilyRoot(value)) return propertiesOf(value, path);
  const key = ELEMENT_LIST_KEYS.find((name) => {
    const list = parseNestedJson(value[name]);
    return Array.isArray(list) && (name === 'fields' || list.some(isElement));
  });
  const groups =
    Array.isArray(value.group) && value.group.some(isElement) ? withPaths(value.group, [...path, 'group']) : [];
  if (key === undefined) return groups.length > 0 ? groups : undefined;
  return [...withPaths(parseNestedJson(value[key]) as unknown[], [...path, key]), ...groups];
}

const hasFieldsList = (value: unknown): boolean => isObject(value) && Array.isArray(parseNestedJson(value.fields));

/**
 * Finds a definition inside an object, first under the known wrapper keys, then under all other keys; undefined if
 * there is none.
 */
function findInside(value: Record<string, unknown>, path: Path): FindResult | undefined {
  const isWrapper = (key: string): boolean => (WRAPPER_KEYS as readonly string[]).includes(key);
  const keys = [...WRAPPER_KEYS.filter((key) => key in value), ...Object.keys(value).filter((key) => !isWrapper(key))];
  for (const key of keys) {
    const inner = parseNestedJson(value[key]);
    if (typeof inner !== 'object' || inner === null) continue;
    // a list without elements is searched only if its single item may be the definition (`rows: [{ fields: [] }]`)
    if (
      Array.isArray(inner) &&
      !inner.some(isElement) &&
      !(inner.length === 1 && (isWrapper(key) || hasFieldsList(inner[0])))
    )
      continue;
    const result =
      Array.isArray(inner) && !inner.some(isElement)
        ? findForm(inner[0], [...path, key, 0])
        : findForm(inner, [...path, key]);
    if (result.ok) return result;
  }
  return undefined;
}

/**
 * Finds the form in a document: in `{conf, fields}`, `{...conf, fields}`, a list of elements without settings, or an
 * object with the element list of another designer. Each of these may be inside wrappers or be JSON text, and so may
 * the elements. Otherwise returns the problem that there is no list of fields.
 */
export function findForm(document: unknown, path: Path = []): FindResult {
  const value = parseNestedJson(document);
  if (Array.isArray(value)) return { ok: true, parts: { settings: new Map(), fields: withPaths(value, path) } };
  if (isObject(value)) {
    const fields = elementsIn(value, path);
    if (fields) return { ok: true, parts: { settings: allSettings(value, path), fields } };
    const inner = path.length < MAX_WRAPPER_DEPTH ? findInside(value, path) : undefined;
    if (inner?.ok)
      return {
        ok: true,
        parts: {
          ...inner.parts,
          settings: new Map([
            ...[...mergeSettings([{ value, path }])].filter(([key]) => WRAPPER_SETTINGS.has(key)),
            ...inner.parts.settings,
          ]),
        },
      };
  }
  return {
    ok: false,
    problems: underPath(path, [problem('DOC_SHAPE', [], { where: '文档', detail: '没有字段列表 fields' })]),
  };
}

/** Returns true if the value contains a form with elements, and is not an element itself. */
export function holdsForm(value: unknown): boolean {
  if (!isObject(value) || isElement(value)) return false;
  const result = findForm(value);
  return result.ok && result.parts.fields.some((field) => isElement(field.value));
}
