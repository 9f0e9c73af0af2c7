import type { Path } from '../../domain/problem/index.ts';
import type { LocatedValue } from '../source.ts';
import { createCollector, isObject, isNonEmptyText, type Dialect, type RawNode } from './dialect.ts';

/** The `standardTag` (see `TranslatedNode`) for each component name of Formily that needs one. */
const TAGS_BY_COMPONENT: Readonly<Record<string, string>> = {
  'Input.TextArea': 'textarea',
  TextArea: 'textarea',
  NumberPicker: 'number',
  'Radio.Group': 'radio',
  'Checkbox.Group': 'checkbox',
  'DatePicker.RangePicker': 'range-picker',
  'DatePicker.MonthPicker': 'month-picker',
  'DatePicker.WeekPicker': 'week',
  'DatePicker.YearPicker': 'year',
  'TimePicker.RangePicker': 'time-range',
  'Upload.Dragger': 'upload',
  FormGrid: 'row',
  'FormGrid.GridColumn': 'row',
  FormLayout: 'row',
  FormItem: 'row',
  Space: 'row',
  ObjectContainer: 'row',
  Editable: 'row',
  'Editable.Popover': 'row',
  FormTab: 'el-tabs',
  'FormTab.TabPane': 'tab-pane',
  FormCollapse: 'el-collapse',
  'FormCollapse.CollapsePanel': 'collapse-item',
  FormStep: 'el-steps',
  'FormStep.StepPane': 'step-item',
  Card: 'el-card',
  ArrayTable: 'subTable',
  ArrayCards: 'subTable',
  ArrayItems: 'subTable',
  ArrayCollapse: 'subTable',
  'ArrayTable.Column': 'table-column',
  Text: 'static-text',
  PreviewText: 'static-text',
};

/**
 * Components of row numbers and buttons of a sub-table. They are left out, because a canonical sub-table has its own
 * row numbers and buttons.
 */
const ROW_CONTROLS = /^Array\w*\.(?:Index|SortHandle|Operation|Remove|MoveUp|MoveDown|Addition|Copy)$/;

/** Returns the name of the component that shows a schema; '' if the schema names none. */
const componentOf = (raw: RawNode): string =>
  [raw['x-component'], raw.widget, raw['ui:widget']].find(isNonEmptyText) ?? '';

/** Returns the element name for a schema that names no component; undefined if its type has no equivalent. */
function elementOfPlainSchema(raw: RawNode): string | undefined {
  if (isObject(raw.properties)) return isNonEmptyText(raw.title) ? 'el-card' : 'row';
  if (Array.isArray(raw.enum)) return raw.type === 'array' ? 'checkbox' : 'select';
  if (raw.type === 'array') return isObject(raw.items) && isObject(raw.items.properties) ? 'subTable' : undefined;
  if (raw.type === 'boolean') return 'switch';
  if (raw.type === 'number' || raw.type === 'integer') return 'number';
  if (raw.type !== 'string') return undefined;
  const format = isNonEmptyText(raw.format) ? raw.format : '';
  if (format === 'dateTime' || format === 'date-time') return 'datetime';
  return ['date', 'time', 'textarea', 'color', 'upload', 'image'].includes(format) ? format : 'input';
}

/** Returns true if a schema contains only row numbers and buttons, at any depth of layout elements. */
function holdsOnlyRowControls(value: unknown): boolean {
  if (!isObject(value)) return false;
  const innerSchemas = isObject(value.properties) ? Object.values(value.properties) : [];
  return (
    ROW_CONTROLS.test(componentOf(value)) ||
    (value.type === 'void' && innerSchemas.length > 0 && innerSchemas.every(holdsOnlyRowControls))
  );
}

/**
 * Returns the properties of a schema as elements, each named by its `name`, else by its key, sorted by `x-index` or
 * `order`. Row numbers and buttons are left out.
 */
export function propertiesOf(raw: RawNode, path: Path): LocatedValue[] {
  if (!isObject(raw.properties)) return [];
  const required = Array.isArray(raw.required) ? raw.required : [];
  // `required` of a nested object lists the required properties of that object; it must not be overwritten
  const requiredOf = (key: string, value: RawNode): object =>
    required.includes(key) && !Array.isArray(value.required) ? { required: true } : {};
  const orderOf = (value: unknown): number =>
    isObject(value) && typeof value['x-index'] === 'number'
      ? value['x-index']
      : isObject(value) && typeof value.order === 'number'
        ? value.order
        : Number.MAX_SAFE_INTEGER;
  return Object.entries(raw.properties)
    .map(([key, value]): LocatedValue => ({
      value: isObject(value) ? { name: key, ...value, ...requiredOf(key, value) } : value,
      path: [...path, 'properties', key],
    }))
    .toSorted((a, b) => orderOf(a.value) - orderOf(b.value))
    .filter(({ value }) => !holdsOnlyRowControls(value));
}

/** The standard key for each key of this dialect; null: the key is read elsewhere or ignored. */
const STANDARD_KEYS: Readonly<Record<string, string | null>> = {
  type: null,
  title: null,
  default: 'defaultValue',
  enum: 'options',
  required: null,
  properties: null,
  items: null,
  name: null,
  'x-component': null,
  'x-component-props': null,
  'x-decorator': null,
  widget: null,
  'ui:widget': null,
  'x-decorator-props': null,
  'x-validator': null,
  'x-designable-id': null,
  'x-index': null,
  description: 'help',
  'x-display': null,
  'x-visible': null,
  'x-hidden': 'hidden',
  'x-disabled': 'disabled',
  'x-read-only': 'readonly',
  'x-pattern': null,
  minimum: 'min',
  maximum: 'max',
  maxLength: 'maxlength',
  minLength: 'minlength',
};

const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];

/** Returns true for a schema that names a component or has properties. */
const isSchema = (raw: RawNode): boolean =>
  componentOf(raw) !== '' ||
  (isObject(raw.properties) && (raw.type === undefined || raw.type === 'object' || raw.type === 'void'));

/**
 * Reads JSON Schema with layout information: Formily, designers based on it, and forms of plain schemas. The field key
 * is the `name` of a property, or without a name its key. Returns null for an element that is no such schema.
 */
export const formily: Dialect = (raw, path) => {
  const isProperty = path.at(-2) === 'properties';
  if (!isSchema(raw) && !(isProperty && isNonEmptyText(raw.type))) return null;
  const entries = new Map<string, LocatedValue>();
  const { put, putAll } = createCollector(entries);
  const component = componentOf(raw);
  const plainElement = elementOfPlainSchema(raw);
  put('tag', component === '' ? (plainElement ?? raw.type) : component, [
    ...path,
    component === '' || !('x-component' in raw) ? 'type' : 'x-component',
  ]);
  put('__vModel__', raw.name, path);
  put('label', raw.title, [...path, 'title']);
  if (raw.required === true) put('required', true, [...path, 'required']);
  if (raw['x-display'] === 'hidden' || raw['x-display'] === 'none') put('hidden', true, [...path, 'x-display']);
  else if (raw['x-visible'] === false) put('hidden', true, [...path, 'x-visible']);
  else if (raw['x-visible'] !== true) put('x-visible', raw['x-visible'], [...path, 'x-visible']);
  if (raw['x-pattern'] === 'disabled') put('disabled', true, [...path, 'x-pattern']);
  else if (raw['x-pattern'] === 'readOnly' || raw['x-pattern'] === 'readPretty')
    put('readonly', true, [...path, 'x-pattern']);
  const rules = asList(raw['x-validator']).map((rule) =>
    isNonEmptyText(rule)
      ? { type: rule }
      : isObject(rule) && isNonEmptyText(rule.format)
        ? { ...rule, type: rule.format }
        : rule,
  );
  if (rules.length > 0) put('rules', rules, [...path, 'x-validator']);
  putAll(raw['x-component-props'], [...path, 'x-component-props'], {
    title: 'label',
    tab: 'label',
    header: 'label',
    gridSpan: null,
    content: 'text',
    dataSource: 'options',
  });
  putAll(raw['x-decorator-props'], [...path, 'x-decorator-props'], { tooltip: 'help', gridSpan: null, label: 'label' });
  putAll(raw, path, component === '' ? { ...STANDARD_KEYS, format: null } : STANDARD_KEYS);
  const hasItems = isObject(raw.items);
  const children = hasItems
    ? [...propertiesOf(raw.items as RawNode, [...path, 'items']), ...propertiesOf(raw, path)]
    : propertiesOf(raw, path);
  let standardTag: string | undefined;
  if (Object.hasOwn(TAGS_BY_COMPONENT, component)) standardTag = TAGS_BY_COMPONENT[component];
  else if (component === 'Checkbox' && !Array.isArray(raw.enum)) standardTag = 'switch';
  else if (component === '') standardTag = plainElement;
  return {
    entries,
    ...(children.length > 0 ? { children } : {}),
    ...(standardTag === undefined ? {} : { standardTag }),
  };
};

/** Returns true if the value is a complete schema: an object whose properties include some with a type or component. */
export const isFormilyRoot = (value: RawNode): boolean =>
  isObject(value.properties) &&
  (value.type === undefined || value.type === 'object') &&
  Object.values(value.properties).some(
    (property) => isObject(property) && (isNonEmptyText(property.type) || componentOf(property) !== ''),
  );
