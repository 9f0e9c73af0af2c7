import { layoutTableColumnCount, childrenOfContainer, hasElementLists } from './containers.ts';
import type { Path } from '../../domain/problem/index.ts';
import type { LocatedValue } from '../source.ts';
import {
  createCollector,
  isObject,
  isNonEmptyText,
  withPaths,
  type Dialect,
  type RawNode,
  type TranslatedNode,
} from './dialect.ts';

/** The standard key for each key of the `options` object; null: the key is read elsewhere or has no meaning. */
const STANDARD_KEYS: Readonly<Record<string, string | null>> = {
  name: null,
  optionItems: 'options',
  labelTooltip: 'help',
  uploadTip: 'help',
  tip: 'help',
  fileMaxSize: 'fileSize',
  fileTypes: 'accept',
  columnWidth: 'width',
  showPassword: 'show-password',
  textContent: 'text',
  htmlContent: 'html',
  remoteUrl: 'url',
  isRange: 'range',
  title: 'label',
  minLength: 'minlength',
  maxLength: 'maxlength',
  uploadURL: 'action',
  length: 'limit',
  multipleSelect: 'multiple',
  remoteFunc: null,
  remoteOption: null,
  remoteOptions: null,
  remoteType: null,
  dynamicKey: null,
  labelHidden: null,
  hideLabel: null,
  hideTitle: null,
  validationHint: null,
};

/**
 * Keys of the node itself that are not copied (null), because they are read elsewhere or have no meaning: `type` is the
 * tag, `name` the title or, in a node without `model`, the field key.
 */
const NODE_KEYS: Readonly<Record<string, string | null>> = {
  type: null,
  options: null,
  model: null,
  name: null,
  widgetList: null,
  list: null,
  cols: null,
  columns: null,
  tabs: null,
  rows: null,
  trs: null,
  tableColumns: null,
  column: null,
  field: null,
  prop: null,
  arrow: null,
  collapse: null,
  display: null,
};

/** Returns the standard tag for a type that has another meaning in this dialect; undefined for other types. */
function standardTagOf(type: string, raw: RawNode): string | undefined {
  if (type === 'table' || type === 'report')
    return [raw.rows, raw.trs, raw.children].some(Array.isArray) ? 'tableLayout' : 'subTable';
  return Object.hasOwn(TAGS_BY_TYPE, type) ? TAGS_BY_TYPE[type] : undefined;
}
const TAGS_BY_TYPE: Readonly<Record<string, string>> = {
  batch: 'subTable',
  'sub-table-design': 'subTable',
  tab: 'el-tabs',
  tabs: 'el-tabs',
  td: 'grid-col',
  'table-cell': 'table-cell',
  inline: 'row',
  dialog: 'el-card',
  'vf-box': 'row',
  group: 'el-card',
};

/** Returns true if `options` holds the options of a choice, such as `{ a: '甲', b: '乙' }`, and not settings. */
const isMapOfOptions = (raw: RawNode, options: RawNode): boolean =>
  !isNonEmptyText(raw.model) &&
  isNonEmptyText(raw.label) &&
  Object.keys(options).length > 0 &&
  Object.values(options).every(isNonEmptyText) &&
  !['name', 'label', 'field'].some((key) => key in options);

/** Reads a choice each of whose options shows further fields. Returns the choice, followed by all of these fields. */
function readChoice(
  entries: TranslatedNode['entries'],
  raw: RawNode,
  path: Path,
  columns: readonly LocatedValue[],
): TranslatedNode {
  const isMultiple = isObject(raw.options) && raw.options.multiple === true;
  entries.set('options', {
    value: columns.map(({ value }) => (isObject(value) ? { label: value.label, value: value.value } : value)),
    path: [...path, 'columns'],
  });
  entries.set('control', { value: columns, path: [...path, 'columns'] });
  return {
    entries,
    standardTag: isMultiple ? 'checkbox' : 'radio',
    nextSiblings: columns.flatMap(({ value, path: itemPath }) =>
      isObject(value) ? Object.entries(value).flatMap(([key, list]) => withPaths(list, [...itemPath, key])) : [],
    ),
  };
}

/**
 * Reads nodes `{ type, options: {…}, model | options.name, widgetList | list | columns | … }`: variant-form,
 * form-making, k-form-design and platforms based on them. Columns and panes without a type are read too.
 */
export const variantForm: Dialect = (raw, path) => {
  const { type, options } = raw;
  const isUntyped = type === undefined && raw.valueType === undefined && hasElementLists(raw);
  if (
    !isUntyped &&
    !(isNonEmptyText(type) && ((isObject(options) && !isMapOfOptions(raw, options)) || hasElementLists(raw)))
  )
    return null;
  const entries: TranslatedNode['entries'] = new Map();
  const { put, putAll } = createCollector(entries);
  const settings = isObject(options) ? options : {};
  const optionsPath = [...path, 'options'];
  if (isNonEmptyText(type)) put('tag', type, [...path, 'type']);
  const hasModelKey = isNonEmptyText(raw.model);
  if (hasModelKey) put('__vModel__', raw.model, [...path, 'model']);
  else {
    for (const key of ['name', 'field', 'model']) put('__vModel__', settings[key], [...optionsPath, key]);
    for (const key of ['field', 'prop']) put('__vModel__', raw[key], [...path, key]);
    if (isNonEmptyText(raw.label) && isNonEmptyText(raw.name) && /^[A-Za-z_]\w*$/.test(raw.name))
      put('__vModel__', raw.name, [...path, 'name']);
  }
  put('label', settings.label, [...optionsPath, 'label']);
  put('label', raw.label, [...path, 'label']);
  if (hasModelKey || isUntyped || hasElementLists(raw)) put('label', raw.name, [...path, 'name']);
  for (const key of ['labelHidden', 'hideLabel', 'hideTitle'])
    if (settings[key] === true) put('showLabel', false, [...optionsPath, key]);
  if (settings.remote === true)
    put('remoteFunc', settings.remoteFunc ?? settings.remoteOption ?? true, [...optionsPath, 'remoteFunc']);
  if (isNonEmptyText(settings.validation))
    put(
      'rules',
      [{ type: settings.validation, pattern: settings.validation, message: settings.validationHint }],
      [...optionsPath, 'validation'],
    );
  putAll(settings, optionsPath, { ...STANDARD_KEYS, validation: null });
  // `options` may be a list of options and not an object of settings
  if (Array.isArray(options)) put('options', options, optionsPath);
  putAll(raw, path, NODE_KEYS);
  const children = childrenOfContainer(raw, path);
  if (type === 'selectInputList') return readChoice(entries, raw, path, children ?? []);
  const standardTag = isNonEmptyText(type) ? standardTagOf(type, raw) : entries.has('label') ? 'el-card' : 'row';
  const columnCount = standardTag === 'tableLayout' ? layoutTableColumnCount(raw) : 0;
  if (columnCount > 0) put('columns', columnCount, path);
  return { entries, ...(children ? { children } : {}), ...(standardTag === undefined ? {} : { standardTag }) };
};
