/** Other systems' names of keys. */
export const KEY_ALIASES: Readonly<Record<string, string>> = {
  vModel: '__vModel__', maxLength: 'maxlength', minLength: 'minlength', allowClear: 'clearable', autoSize: 'autosize', allowCreate: 'allow-create',
  tips: 'help', tip: 'help', prop: '__vModel__', limit: 'fileCountLimit', showChinese: 'isCapital', 'show-search': 'filterable', showSearch: 'filterable', frozen: 'fixed', sortable: 'canSort', thousandSeparator: 'thousands',
};

/** Keys of designers and of other renderers that mean nothing here; dropped without a word. */
const NOISE: ReadonlySet<string> = new Set([
  '__config__', '__c_panel', 'tagIcon', 'renderKey', 'formId', 'document', 'changeTag', 'layout', 'layoutTree', 'componentName', 'size', 'name', 'action',
  'auto-upload', 'icon', 'plain', 'round', 'circle', 'controls-position', 'class', 'justify', 'align', 'type', 'idf', 'cmpType', 'proCondition', 'asSummary',
  'typeId', 'typeName', 'parentKey', 'parentID', 'event', 'defaultFirstOption', 'default-first-option', 'active-color', 'inactive-color', 'active-value',
  'inactive-value', 'props', 'directives', 'border', 'stripe', 'show-header', 'optionType', 'tag', 'orgTag', 'dataType', 'method', 'url', 'dataConsumer',
  'labelKey', 'valueKey', 'childrenKey', 'options', 'data-source', 'prepend', 'append', 'show-time', 'showTime', 'buttonStyle', 'labelHeight', 'tableType',
  'value', 'picker-options', 'filter-option', 'backfill', 'default-open', 'show-today', 'input-read-only', 'allow-half', 'show-text', 'show-score',
  'show-stops', 'range', 'displayType', 'showDefaultValue', 'typeOption', 'header-class-name', 'header-row-class-name', 'row-class-name', 'shadow', 'id', 'key',
  'prefix', 'suffix', 'children', 'placement', 'popper-class', 'showDuration', 'tagConfig', 'tabList', 'buttonType', 'subForm', 'items', 'defaultValue',
  'span', 'labelWidth', 'showLabel', 'required', 'disabled', 'readonly', 'clearable', 'placeholder', 'regList', 'style', 'gutter', '__slot__', 'show-word-limit',
  'prefix-icon', 'suffix-icon', 'maxlength', 'format', 'value-format', 'editable', 'visibility', 'multiple', 'filterable', 'dbTable', 'dbFieldList',
]);

export const isNoise = (key: string): boolean => NOISE.has(key);

/** Keys under which other systems keep code. */
export const isScriptKey = (key: string): boolean => key === 'on' || key === '__methods__' || key === 'nativeOn' || key === '__native__';

const kebab = (key: string): string => key.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`);
const camel = (key: string): string => key.replace(/-([a-z])/g, (_all, char: string) => char.toUpperCase());

/** The key as the tag's grammar writes it: itself, an alias, or its kebab-case or camelCase twin; undefined when the grammar has none. */
export function canonicalKey(key: string, known: Readonly<Record<string, unknown>>): string | undefined {
  return [key, KEY_ALIASES[key] ?? key, kebab(key), camel(key)].find((name) => Object.hasOwn(known, name));
}
