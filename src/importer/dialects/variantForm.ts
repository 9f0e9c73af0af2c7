import { widthOfRows, childrenOfBox, hasLists } from './boxes.ts';
import type { Path } from '../../domain/problem/index.ts';
import type { Placed } from '../source.ts';
import { collector, isObject, isText, placeList, type Dialect, type Raw, type Reading } from './reading.ts';

/** What a box of options names otherwise than the family does; null: read in another way, or said by something else. */
const NAMES: Readonly<Record<string, string | null>> = {
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

/** Of the node itself; `type` is its tag, `name` its title where `model` is its key. */
const OUTSIDE: Readonly<Record<string, string | null>> = {
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

/** Words that mean something else in this dialect than alone. */
function meaning(type: string, raw: Raw): string | undefined {
  if (type === 'table' || type === 'report')
    return [raw.rows, raw.trs, raw.children].some(Array.isArray) ? 'tableLayout' : 'subTable';
  return Object.hasOwn(AS, type) ? AS[type] : undefined;
}
const AS: Readonly<Record<string, string>> = {
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

/** `options: { a: '甲', b: '乙' }` are the options themselves, no box of settings. */
const isMapOfOptions = (raw: Raw, box: Raw): boolean =>
  !isText(raw.model) &&
  isText(raw.label) &&
  Object.keys(box).length > 0 &&
  Object.values(box).every(isText) &&
  !['name', 'label', 'field'].some((key) => key in box);

/** A choice of which each option brings fields along: the choice itself, and behind it all of the fields. */
function choiceOf(entries: Reading['entries'], raw: Raw, path: Path, columns: readonly Placed[]): Reading {
  const isMultiple = isObject(raw.options) && raw.options.multiple === true;
  entries.set('options', {
    value: columns.map(({ value }) => (isObject(value) ? { label: value.label, value: value.value } : value)),
    path: [...path, 'columns'],
  });
  entries.set('control', { value: columns, path: [...path, 'columns'] });
  return {
    entries,
    as: isMultiple ? 'checkbox' : 'radio',
    after: columns.flatMap(({ value, path: at }) =>
      isObject(value) ? Object.entries(value).flatMap(([key, part]) => placeList(part, [...at, key])) : [],
    ),
  };
}

/**
 * `{ type, options: {…}, model | options.name, widgetList | list | columns | … }`: variant-form, form-making,
 * k-form-design and the platforms that grew from them. A column or pane without a type counts, too.
 */
export const variantForm: Dialect = (raw, path) => {
  const { type, options: box } = raw;
  const isBare = type === undefined && raw.valueType === undefined && hasLists(raw);
  if (!isBare && !(isText(type) && ((isObject(box) && !isMapOfOptions(raw, box)) || hasLists(raw)))) return null;
  const entries: Reading['entries'] = new Map();
  const { put, putAll } = collector(entries);
  const inBox = isObject(box) ? box : {};
  const at = [...path, 'options'];
  if (isText(type)) put('tag', type, [...path, 'type']);
  const isKeyedOutside = isText(raw.model);
  if (isKeyedOutside) put('__vModel__', raw.model, [...path, 'model']);
  else {
    for (const key of ['name', 'field', 'model']) put('__vModel__', inBox[key], [...at, key]);
    for (const key of ['field', 'prop']) put('__vModel__', raw[key], [...path, key]);
    if (isText(raw.label) && isText(raw.name) && /^[A-Za-z_]\w*$/.test(raw.name))
      put('__vModel__', raw.name, [...path, 'name']);
  }
  put('label', inBox.label, [...at, 'label']);
  put('label', raw.label, [...path, 'label']);
  if (isKeyedOutside || isBare || hasLists(raw)) put('label', raw.name, [...path, 'name']);
  for (const key of ['labelHidden', 'hideLabel', 'hideTitle'])
    if (inBox[key] === true) put('showLabel', false, [...at, key]);
  if (inBox.remote === true) put('remoteFunc', inBox.remoteFunc ?? inBox.remoteOption ?? true, [...at, 'remoteFunc']);
  if (isText(inBox.validation))
    put(
      'rules',
      [{ type: inBox.validation, pattern: inBox.validation, message: inBox.validationHint }],
      [...at, 'validation'],
    );
  // written options stand under their own name; a box that is itself the list is no box
  putAll(inBox, at, { ...NAMES, validation: null });
  putAll(raw, path, OUTSIDE);
  const inside = childrenOfBox(raw, path);
  if (type === 'selectInputList') return choiceOf(entries, raw, path, inside ?? []);
  const as = isText(type) ? meaning(type, raw) : entries.has('label') ? 'el-card' : 'row';
  const width = as === 'tableLayout' ? widthOfRows(raw) : 0;
  if (width > 0) put('columns', width, path);
  return { entries, ...(inside ? { children: inside } : {}), ...(as === undefined ? {} : { as }) };
};
