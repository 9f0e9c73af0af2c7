import { LISTS, SETTINGS, WRAPPERS } from './findForm.ts';
import { isScriptKey } from './keys.ts';
import { isBlank, isObject, type Placed } from './source.ts';
import { convert } from './values.ts';

/** Where labels stand, in the words of designers. */
const ALIGNS: Readonly<Record<string, string>> = {
  left: 'left',
  right: 'right',
  top: 'top',
  'label-left-align': 'left',
  'label-right-align': 'right',
  'label-center-align': 'left',
};

const SIZES: Readonly<Record<string, string>> = {
  mini: 'small',
  small: 'small',
  medium: 'default',
  default: 'default',
  large: 'large',
};

/** The form's settings that have a meaning here, in their canonical spelling. */
export function readSettings(settings: ReadonlyMap<string, Placed>): Record<string, unknown> {
  const take = (key: string): unknown => {
    const value = settings.get(key)?.value;
    return value === null || value === '' ? undefined : value;
  };
  const size = take('size');
  const align = take('labelAlign');
  const position =
    take('labelPosition') ?? ALIGNS[String(align)] ?? (take('layout') === 'vertical' ? 'top' : undefined);
  const labelWidth = convert(take('labelWidth'), 'number');
  const all: Record<string, unknown> = {
    version: convert(take('version'), 'number'),
    labelWidth: labelWidth === 0 ? undefined : labelWidth,
    labelPosition: position,
    gutter: convert(take('gutter'), 'number'),
    size: typeof size === 'string' ? (SIZES[size] ?? size) : size,
    flowKey: take('flowKey'),
    titleTemplate: take('titleTemplate'),
    unitReads: take('unitReads'),
    urgentWhen: take('urgentWhen'),
    access: take('access'),
    area: take('area'),
    effects: take('effects'),
    actions: take('actions'),
    createFrom: take('createFrom'),
    reminders: take('reminders'),
    print: take('print'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** What a form of another designer says about itself and has no meaning here; `disabled` changes what people may do. */
const DESIGNER_SETTINGS: ReadonlySet<string> = new Set([
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

/** Where other parts of the reading look themselves. */
const READ: ReadonlySet<string> = new Set([...WRAPPERS, ...LISTS, ...SETTINGS, 'group', 'required']);

/** Rules of the fields under the form, as component libraries have them; a list under that name holds elements. */
const isRules = (key: string, value: unknown): boolean => key === 'rules' && isObject(value);

/** Settings that are named in the report: those that no key of ours stands for and that say something. */
export const strangeSettings = (settings: ReadonlyMap<string, Placed>): [string, Placed][] =>
  [...settings].filter(
    ([key, { value }]) =>
      !DESIGNER_SETTINGS.has(key) &&
      (!READ.has(key) || isRules(key, value)) &&
      !isScriptKey(key) &&
      !key.startsWith('__') &&
      value !== false &&
      !isBlank(value),
  );
