import { ELEMENT_LIST_KEYS, SETTINGS_KEYS, WRAPPER_KEYS } from './findForm.ts';
import { isScriptKey } from './keys.ts';
import { isBlank, isObject, type LocatedValue } from './source.ts';
import { convert } from './values.ts';

/** Canonical label positions by the names that other form designers use. */
const LABEL_POSITIONS: Readonly<Record<string, string>> = {
  left: 'left',
  right: 'right',
  top: 'top',
  'label-left-align': 'left',
  'label-right-align': 'right',
  'label-center-align': 'left',
};

/** Canonical sizes by the names that other form designers use. */
const SIZES: Readonly<Record<string, string>> = {
  mini: 'small',
  small: 'small',
  medium: 'default',
  default: 'default',
  large: 'large',
};

/** Returns the settings that this product supports, under canonical keys and with canonical values. */
export function readSettings(settings: ReadonlyMap<string, LocatedValue>): Record<string, unknown> {
  const settingOf = (key: string): unknown => {
    const value = settings.get(key)?.value;
    return value === null || value === '' ? undefined : value;
  };
  const size = settingOf('size');
  const align = settingOf('labelAlign');
  const position =
    settingOf('labelPosition') ??
    LABEL_POSITIONS[String(align)] ??
    (settingOf('layout') === 'vertical' ? 'top' : undefined);
  const labelWidth = convert(settingOf('labelWidth'), 'number');
  const canonicalSettings: Record<string, unknown> = {
    version: convert(settingOf('version'), 'number'),
    labelWidth: labelWidth === 0 ? undefined : labelWidth,
    labelPosition: position,
    gutter: convert(settingOf('gutter'), 'number'),
    size: typeof size === 'string' ? (SIZES[size] ?? size) : size,
    flowKey: settingOf('flowKey'),
    titleTemplate: settingOf('titleTemplate'),
    unitReads: settingOf('unitReads'),
    urgentWhen: settingOf('urgentWhen'),
    phonePage: settingOf('phonePage'),
    access: settingOf('access'),
    area: settingOf('area'),
    effects: settingOf('effects'),
    actions: settingOf('actions'),
    createFrom: settingOf('createFrom'),
    reminders: settingOf('reminders'),
    print: settingOf('print'),
  };
  return Object.fromEntries(Object.entries(canonicalSettings).filter(([, value]) => value !== undefined));
}

/**
 * Settings that are not reported as unknown: those that the importer reads, and those of other designers that have no
 * meaning in this product. `disabled` is not among them, since it changes what people may do.
 */
const UNREPORTED_SETTINGS: ReadonlySet<string> = new Set([
  'formRef',
  'formModel',
  'formRules',
  'span',
  'formBtns',
  'unFocusedComponentBorder',
  '__methods__',
  'on',
  'fields',
  'conf',
  'formKey',
  'formName',
  'title',
  'version',
  'labelWidth',
  'labelPosition',
  'labelAlign',
  'labelCol',
  'wrapperCol',
  'layout',
  'gutter',
  'size',
  'flowKey',
  'titleTemplate',
  'unitReads',
  'urgentWhen',
  'phonePage',
  'access',
  'area',
  'effects',
  'actions',
  'createFrom',
  'reminders',
  'print',
  'formId',
  'id',
  'key',
  'name',
  'description',
  'renderKey',
  'numberOfColumns',
  'submitButtonState',
  'submitButtonText',
  'frontEndEvents',
  'status',
  'remark',
  'createTime',
  'updateTime',
  'creator',
  'createBy',
  'updateBy',
  'tenantId',
  'deptId',
  'content',
  'formConf',
  'formData',
  'data',
  'code',
  'msg',
  'message',
  'success',
  'total',
  'model',
  'modelName',
  'formModelName',
  'refName',
  'rulesName',
  'cssCode',
  'customClass',
  'layoutType',
  'jsonVersion',
  'submitBtn',
  'resetBtn',
  'emptyBtn',
  'submitText',
  'emptyText',
  'menuBtn',
  'menuPosition',
  'labelSuffix',
  'formStyle',
  'customStyle',
  'hideRequiredMark',
  'ui',
  'inline',
  'hideRequiredAsterisk',
  'requireAsteriskPosition',
  'showMessage',
  'inlineMessage',
  'scrollToFirstError',
  'column',
  'type',
  'properties',
  'timestamp',
  'path',
  'traceId',
  'requestId',
  'time',
  'records',
  'styleSheets',
  'eventScript',
  'dataSource',
  'popupType',
  'idGlobal',
  'primaryKeyPolicy',
  'hasCancelBtn',
  'cancelButtonText',
  'hasConfirmBtn',
  'confirmButtonText',
  'language',
  'schemaVersion',
  'exporter',
  'display',
]);

/**
 * Keys that are not reported as unknown because other functions read them: those of wrappers, lists of elements and
 * settings objects (`findForm`), and some more. Exception: `rules`, if `isValidationRules` is true.
 */
const KEYS_READ_ELSEWHERE: ReadonlySet<string> = new Set([
  ...WRAPPER_KEYS,
  ...ELEMENT_LIST_KEYS,
  ...SETTINGS_KEYS,
  'group',
  'required',
]);

/**
 * Returns true if the setting contains validation rules: an object by field, as in component libraries. The importer
 * does not read them. A list under `rules` contains elements, which `findForm` reads.
 */
const isValidationRules = (key: string, value: unknown): boolean => key === 'rules' && isObject(value);

/**
 * Returns the settings to report as unknown. Leaves out settings that the importer reads or deliberately ignores,
 * scripts (which the caller reports), keys that begin with `__`, and settings whose value is false or blank.
 */
export const unknownSettings = (settings: ReadonlyMap<string, LocatedValue>): [string, LocatedValue][] =>
  [...settings].filter(
    ([key, { value }]) =>
      !UNREPORTED_SETTINGS.has(key) &&
      (!KEYS_READ_ELSEWHERE.has(key) || isValidationRules(key, value)) &&
      !isScriptKey(key) &&
      !key.startsWith('__') &&
      value !== false &&
      !isBlank(value),
  );
