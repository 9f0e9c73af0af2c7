import type { Path } from '../../domain/problem/index.ts';
import type { LocatedValue } from '../source.ts';
import { createCollector, isObject, isNonEmptyText, withPaths, type Dialect, type RawNode } from './dialect.ts';

const TAGS_BY_TYPE: Readonly<Record<string, string>> = {
  group: 'subTable',
  subForm: 'el-card',
  SubForm: 'el-card',
  tableForm: 'subTable',
  TableForm: 'subTable',
  fcTable: 'row',
  fcTableGrid: 'row',
  hidden: 'hidden-input',
};

/** The standard key for each key of this dialect; null: the key is read elsewhere or ignored. */
const STANDARD_KEYS: Readonly<Record<string, string | null>> = {
  type: null,
  field: null,
  title: null,
  value: null,
  props: null,
  children: null,
  validate: null,
  $required: null,
  info: 'help',
  col: null,
  wrap: null,
  effect: null,
  display: null,
  _fc_id: null,
  _fc_drag_tag: null,
  name: null,
  rule: null,
  slot: null,
  native: null,
  ref: null,
  key: null,
  computed: null,
};

/** Returns the text of a title, which may be inside an object. */
const textOfTitle = (value: unknown): unknown => (isObject(value) ? (value.title ?? value.label) : value);

/**
 * Returns the inner elements, which form-create calls rules: in the properties of a group or a table, or under
 * `children`. Undefined if there are none.
 */
function childrenOfRule(raw: RawNode, path: Path): LocatedValue[] | undefined {
  const props = isObject(raw.props) ? raw.props : {};
  const innerElements = [
    ...withPaths(props.rule, [...path, 'props', 'rule']),
    ...withPaths(props.columns, [...path, 'props', 'columns']),
  ].filter(({ value }) => isObject(value));
  if (innerElements.length > 0) return innerElements;
  const children = withPaths(raw.children, [...path, 'children']).filter(({ value }) => typeof value === 'object');
  return children.length > 0 ? children : undefined;
}

/** Returns the fields that this field shows when it has a certain value. */
const controlledFields = (raw: RawNode, path: Path): LocatedValue[] =>
  withPaths(raw.control, [...path, 'control']).flatMap(({ value, path: itemPath }) =>
    isObject(value) ? withPaths(value.rule, [...itemPath, 'rule']).filter((rule) => isObject(rule.value)) : [],
  );

/** Returns true for a column of a table; its elements are under `rule`. */
const isColumn = (raw: RawNode): boolean => raw.type === undefined && Array.isArray(raw.rule);

/** Returns true for an element (rule) of form-create. */
const isRule = (raw: RawNode): boolean =>
  isNonEmptyText(raw.type) &&
  !isNonEmptyText(raw.prop) &&
  (isNonEmptyText(raw.field) ||
    '_fc_drag_tag' in raw ||
    '$required' in raw ||
    isObject(raw.props) ||
    Array.isArray(raw.children));

/**
 * Reads rules `{ type, field, title, value, props, validate, children, control }` of form-create and of designers based
 * on it.
 */
export const formCreate: Dialect = (raw, path) => {
  if (isColumn(raw)) {
    const entries = new Map<string, LocatedValue>();
    createCollector(entries).putAll(raw, path, { rule: null });
    return { entries, children: withPaths(raw.rule, [...path, 'rule']), standardTag: 'table-column' };
  }
  if (!isRule(raw)) return null;
  const entries = new Map<string, LocatedValue>();
  const { put, putAll } = createCollector(entries);
  const [props, effect, column] = [raw.props, raw.effect, raw.col].map((value) => (isObject(value) ? value : {}));
  put('tag', raw.type, [...path, 'type']);
  put('__vModel__', raw.field, [...path, 'field']);
  put('label', textOfTitle(raw.title), [...path, 'title']);
  put('defaultValue', raw.value, [...path, 'value']);
  const texts = withPaths(raw.children, [...path, 'children']).filter(({ value }) => isNonEmptyText(value));
  if (texts.length > 0) put('content', texts.map(({ value }) => value).join('\n'), [...path, 'children']);
  const required = [raw.$required, effect?.required, props?.required].find(
    (value) => value !== undefined && value !== null && value !== '',
  );
  if (required !== undefined && required !== false) put('required', true, [...path, '$required']);
  if (raw.validate !== undefined) put('rules', raw.validate, [...path, 'validate']);
  if (raw.display === false) put('hidden', true, [...path, 'display']);
  put('span', column?.span, [...path, 'col', 'span']);
  const fetch = effect?.fetch;
  if (isObject(fetch)) {
    put('dataType', 'dynamic', [...path, 'effect', 'fetch']);
    put('url', fetch.action, [...path, 'effect', 'fetch', 'action']);
    put('method', fetch.method, [...path, 'effect', 'fetch', 'method']);
  } else if (isNonEmptyText(fetch)) {
    put('dataType', 'dynamic', [...path, 'effect', 'fetch']);
    put('url', fetch, [...path, 'effect', 'fetch']);
  } else if (isNonEmptyText(props?.url)) put('dataType', 'dynamic', [...path, 'props', 'url']);
  putAll(raw.props, [...path, 'props'], {
    rule: null,
    columns: null,
    field: null,
    title: 'label',
    labelField: 'labelKey',
    valueField: 'valueKey',
    required: null,
  });
  putAll(raw, path, STANDARD_KEYS);
  const children = childrenOfRule(raw, path);
  const nextSiblings = controlledFields(raw, path);
  const standardTag =
    isNonEmptyText(raw.type) && Object.hasOwn(TAGS_BY_TYPE, raw.type) ? TAGS_BY_TYPE[raw.type] : undefined;
  return {
    entries,
    ...(children ? { children } : {}),
    ...(nextSiblings.length > 0 ? { nextSiblings } : {}),
    ...(standardTag === undefined ? {} : { standardTag }),
  };
};
