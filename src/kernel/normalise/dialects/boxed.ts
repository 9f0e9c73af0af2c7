import { widthOfRows, childrenOfBox, hasLists } from './boxes.ts';
import { collector, isObject, isText, type Dialect } from './reading.ts';

/** What a box of options names otherwise than the family does; null: read in another way, or said by something else. */
const NAMES: Readonly<Record<string, string | null>> = {
  name: null, optionItems: 'options', labelTooltip: 'help', uploadTip: 'help', tip: 'help', fileMaxSize: 'fileSize', fileTypes: 'accept', columnWidth: 'width', showPassword: 'show-password',
  textContent: 'text', htmlContent: 'html', remoteUrl: 'url', isRange: 'range', title: 'label', minLength: 'minlength', maxLength: 'maxlength', uploadURL: 'action', labelHidden: null, hideLabel: null, hideTitle: null, validationHint: null,
};

/** Of the node itself; `type` is its tag, `name` its title where `model` is its key. */
const OUTSIDE: Readonly<Record<string, string | null>> = {
  type: null, options: null, model: null, name: null, widgetList: null, list: null, cols: null, columns: null, tabs: null, rows: null, trs: null, tableColumns: null, column: null,
};

/** Words that mean something else in this dialect than alone. */
function meaning(type: string, raw: Readonly<Record<string, unknown>>): string | undefined {
  if (type === 'table' || type === 'report') return Array.isArray(raw.tableColumns) || Array.isArray(raw.list) ? 'subTable' : 'tableLayout';
  return Object.hasOwn(AS, type) ? AS[type] : undefined;
}
const AS: Readonly<Record<string, string>> = { batch: 'subTable', 'sub-table-design': 'subTable', tab: 'el-tabs', tabs: 'el-tabs', td: 'grid-col', 'table-cell': 'table-cell', inline: 'row', dialog: 'el-card', 'vf-box': 'row', group: 'el-card' };

/**
 * `{ type, options: {…}, model | options.name, widgetList | list | columns | … }`: variant-form, form-making,
 * k-form-design and the platforms that grew from them. A column or pane without a type counts, too.
 */
export const boxed: Dialect = (raw, path) => {
  const { type, options: box } = raw;
  const isBare = type === undefined && hasLists(raw);
  if (!isBare && !(isText(type) && (isObject(box) || hasLists(raw)))) return null;
  const entries: ReturnType<Dialect> & object = { entries: new Map() };
  const { put, putAll } = collector(entries.entries);
  const inBox = isObject(box) ? box : {};
  const at = [...path, 'options'];
  if (isText(type)) put('tag', type, [...path, 'type']);
  const isKeyedOutside = isText(raw.model);
  if (isKeyedOutside) put('__vModel__', raw.model, [...path, 'model']);
  else if (isText(inBox.name) && !hasLists(raw)) put('__vModel__', inBox.name, [...at, 'name']);
  else if (isText(inBox.name)) put('__vModel__', inBox.name, [...at, 'name']);
  put('label', inBox.label, [...at, 'label']);
  put('label', raw.label, [...path, 'label']);
  if (isKeyedOutside || isBare || hasLists(raw)) put('label', raw.name, [...path, 'name']);
  for (const key of ['labelHidden', 'hideLabel', 'hideTitle']) if (inBox[key] === true) put('showLabel', false, [...at, key]);
  if (isText(inBox.validation)) put('rules', [{ type: inBox.validation, pattern: inBox.validation, message: inBox.validationHint }], [...at, 'validation']);
  // written options stand under their own name; a box that is itself the list is no box
  putAll(inBox, at, { ...NAMES, validation: null });
  putAll(raw, path, OUTSIDE);
  const children = childrenOfBox(raw, path);
  const as = isText(type) ? meaning(type, raw) : entries.entries.has('label') ? 'el-card' : 'row';
  const width = as === 'tableLayout' ? widthOfRows(raw) : 0;
  if (width > 0) put('columns', width, path);
  return { ...entries, ...(children ? { children } : {}), ...(as === undefined ? {} : { as }) };
};
