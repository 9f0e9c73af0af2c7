/** Other systems' names of keys. */
export const KEY_ALIASES: Readonly<Record<string, string>> = {
  vModel: '__vModel__', maxLength: 'maxlength', minLength: 'minlength', allowClear: 'clearable', autoSize: 'autosize', allowCreate: 'allow-create',
  prop: '__vModel__', limit: 'fileCountLimit', showChinese: 'isCapital', 'show-search': 'filterable', showSearch: 'filterable', frozen: 'fixed', sortable: 'canSort', thousandSeparator: 'thousands', tipLabel: 'help', 'sub-label': 'help',
  readOnly: 'readonly', maxCount: 'fileCountLimit', controlsPosition: 'controls-position', addonAfter: 'append', addonBefore: 'prepend', valueFormat: 'value-format', componentTitle: 'label', isAmountChinese: 'isCapital', activeTxt: 'active-text', inactiveTxt: 'inactive-text',
};

/** Keys of designers themselves (panels, icons, identities, code names) and of transport: they say nothing about the form. */
const DESIGNER: ReadonlySet<string> = new Set([
  '__config__', '_config_', 'config', '__c_panel', 'tag', 'tagIcon', 'renderKey', 'formId', 'document', 'changeTag', 'layout', 'layoutTree', 'componentName', 'name', 'idf', 'id', 'key',
  '_vModel_', 'v-model', 'fieldName', 'fieldKey', 'columnName', 'dataIndex', 'field', 'model', 'cmpType', 'cmpName', 'typeId', 'typeName', 'typeOption', 'type', 'parentKey', 'parentID', 'event', 'proCondition', 'asSummary', 'isFlow', 'conditionType', 'displayType', 'showDefaultValue',
  'showRequired', 'showRegList', 'showClearable', 'notChild', 'onlyOne', 'defaultValueType', 'defaultValueSource', 'tableList', 'ownTable', 'tbDataType', 'dataType', 'method', 'url',
  'dataConsumer', 'treeData', 'dataSource', 'values', 'valueEnum', 'labelKey', 'valueKey', 'childrenKey', 'options', 'data-source', 'props', 'orgTag', 'class', 'className', 'header-class-name', 'header-row-class-name', 'row-class-name',
  'jnpfKey', 'trigger', 'visibility', 'editable', 'dbTable', 'dbFieldList', 'tableType', 'rowType', 'subForm', 'containerType', 'methodsList', 'methodName', 'dataNum', 'auto-upload',
  'popper-class', 'directives', 'children', 'list', 'items', '__slot__', 'prepend', 'append', 'columnType', 'columnSize', 'specialHandle', 'random', 'customDefaultValue', 'branding', 'index', 'icon',
  'tips', 'tipsDesc', 'tipsIsLink', 'tipsLink', 'action', 'show-time', 'showTime', 'active-value', 'inactive-value', 'activeValue', 'inactiveValue', 'searchable', 'form', 'draggable',
  'buttonType', 'tabList', 'tagConfig', 'repeatReminderText', 'detailsValue', 'listRange', 'optionalRange', 'onlyNumber', 'value', 'fileType', 'setting', 'expand', 'size', 'justify', 'align', 'addButton', 'deleteButton',
  'category', 'formItemFlag', 'internal', 'advancedSetting', 'remoteAPI', 'modelType', 'isSubItem', 'noForm', 'labelCol', 'wrapperCol', 'colProps', 'formItemProps', 'x-designable-id', 'x-index', 'x-decorator', 'dicOption', 'valueType', 'experimental',
  'avueType', 'bindTable', 'bindTableField', 'isSubTable', 'parentVModel', 'tableName', 'fullName', 'fullNameI18nCode', 'labelI18nCode', 'offset', 'activeName', 'push', 'pull', 'rowIndex', 'formItemId', '__ID', 'canEdit', 'allowAdd', 'allowDelete', 'visiable', 'visible', 'isShow', 'dataList', 'elTableColumn', 'rules', 'custom',
]);

/** Keys of any field; on layout and words of ours they have no place and no meaning. */
const FIELD_KEYS: ReadonlySet<string> = new Set([
  'span', 'labelWidth', 'labelHeight', 'showLabel', 'required', 'disabled', 'readonly', 'clearable', 'placeholder', 'regList', 'style', 'gutter', 'defaultValue', 'label', 'description',
  'show-word-limit', 'maxlength', 'multiple', 'filterable', 'prefix-icon', 'suffix-icon', 'format', 'value-format', 'vModel', 'prop',
]);

/** How other libraries draw: no value and no rule depends on it. */
const LOOKS: ReadonlySet<string> = new Set([
  'maskConfig', 'borderColor', 'borderType', 'borderWidth', 'isShowTip', 'pathType', 'content-position', 'tempType',
  'plain', 'round', 'circle', 'controls-position', 'defaultFirstOption', 'default-first-option', 'active-color', 'inactive-color', 'border', 'stripe',
  'show-header', 'optionType', 'buttonStyle', 'filter-option', 'backfill', 'default-open', 'show-today', 'input-read-only', 'allow-half', 'show-text', 'show-score', 'show-stops', 'range',
  'shadow', 'prefix', 'suffix', 'placement', 'showDuration', 'fit', 'height', 'title', 'picker-options', 'range-separator', 'separator', 'show-all-levels', 'labelHeight', 'width',
  'showIndex', 'selection', 'collapse', 'displayShow', 'color-format', 'stretch', 'tabPosition', 'tab-position', 'closable', 'addable', 'accordion', 'active', 'align-center', 'finish-status',
  'finish-text', 'show-file-list', 'drag', 'selectable', 'error', 'preview-src-list', 'src', 'actionText', 'showDivider', 'tableConf', 'show-summary', 'step', 'min', 'max', 'precision', 'step-strictly', 'type-option',
]);

export type KeyKind = 'designer' | 'look' | 'other';

/** What a key that our grammar has no place for is about. On what is no field, keys of fields are the designer's template. */
export function kindOfKey(key: string, isField: boolean): KeyKind {
  if (DESIGNER.has(key) || (!isField && FIELD_KEYS.has(key))) return 'designer';
  return LOOKS.has(key) || FIELD_KEYS.has(key) ? 'look' : 'other';
}

/** Rules of other systems: without them the form behaves otherwise. */
const RULES: ReadonlySet<string> = new Set([
  'visiableCondition', 'visibleCondition', 'fieldDisplayRules', 'displayRules', 'linkage', 'linkageRules', 'linkList', 'filterCond', 'effect', 'formula', 'calculation', 'calculationTarget', 'relation',
  'limitRepeat', 'unique', 'control', 'link', 'x-reactions', 'x-visible', 'dicUrl', 'remoteFunc', 'dynamic', 'dynamicKey', 'cascadeItem', 'cascader', 'update', 'computed', 'onlyShowWhen', 'hideWhen', 'showWhen', 'dynamicHide', 'dynamicVisible', 'serialNumberRule', 'conditions', 'specialHandle', 'add2', 'result', 'cFun', 'showfun',
]);

export const isRuleKey = (key: string): boolean => RULES.has(key);

/** Keys under which other systems keep code. */
export const isScriptKey = (key: string): boolean => key === 'on' || key === '__methods__' || key === 'nativeOn' || key === '__native__' || /^on[A-Z]/.test(key) || key === 'dynamicFun';

const kebab = (key: string): string => key.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`);
const camel = (key: string): string => key.replace(/-([a-z])/g, (_all, char: string) => char.toUpperCase());

/** The key as the tag's grammar writes it: itself, an alias, or its kebab-case or camelCase twin; undefined when the grammar has none. */
export function canonicalKey(key: string, known: Readonly<Record<string, unknown>>): string | undefined {
  return [key, (Object.hasOwn(KEY_ALIASES, key) ? KEY_ALIASES[key] : undefined) ?? key, kebab(key), camel(key)].find((name) => Object.hasOwn(known, name));
}
