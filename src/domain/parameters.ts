/**
 * A system parameter, which administrators can change while the server runs. Browser and server validate its value with
 * `parameterError`. `meaning`: the explanation on the parameter page.
 */
export interface Parameter {
  title: string;
  group: '平台' | '登录与密码' | '文件' | '消息' | '文档' | '水印';
  kind: 'text' | 'integer' | 'flag' | 'choice' | 'picture';
  default: string | number | boolean;
  meaning: string;
  min?: number;
  max?: number;
  maxLength?: number;
  choices?: readonly string[];
}

/** Maximum number of characters of a text parameter without `maxLength`. */
const DEFAULT_MAX_LENGTH = 200;

/** Describes a parameter of kind `integer`. */
const integer = (parameter: Omit<Parameter, 'kind' | 'default'> & { default: number; min: number; max: number }) => ({
  ...parameter,
  kind: 'integer' as const,
});

/**
 * Every parameter. An installation can set a parameter by an environment variable, so that administrators cannot change
 * it. The variable is named after the key of the parameter: `PLATFORM_NAME` for `platformName`.
 */
export const PARAMETERS = {
  platformName: {
    title: '平台名称',
    group: '平台',
    kind: 'text',
    default: '',
    maxLength: 40,
    meaning: '显示在登录页、侧栏和浏览器标题；不填用随系统提供的名称',
  },
  platformLogo: {
    title: '平台标志',
    group: '平台',
    kind: 'picture',
    default: '',
    meaning: '正方形图片，显示在登录页和侧栏；不设置则显示默认标志',
  },
  registerText: {
    title: '开通账号说明',
    group: '平台',
    kind: 'text',
    default: '',
    maxLength: 300,
    meaning: '显示在登录页的“开通账号”中，说明怎样获得账号、找谁、电话多少；不填则提示向系统管理员申请',
  },
  passwordMinLength: integer({
    title: '密码最短位数',
    group: '登录与密码',
    default: 8,
    min: 8,
    max: 16,
    meaning: '修改密码时检查；已有密码不受影响',
  }),
  passwordDays: integer({
    title: '密码有效天数',
    group: '登录与密码',
    default: 0,
    min: 0,
    max: 3650,
    meaning: '超过后登录时必须修改密码；0 为长期有效',
  }),
  oneTimePasswordDays: integer({
    title: '一次性密码有效天数',
    group: '登录与密码',
    default: 7,
    min: 0,
    max: 90,
    meaning: '管理员新建用户或重置密码时给出的密码，超过后不能再登录；0 为不限',
  }),
  signInFailures: integer({
    title: '允许的连续失败次数',
    group: '登录与密码',
    default: 5,
    min: 3,
    max: 20,
    meaning: '同一账号连续登录失败超过此数即锁定',
  }),
  signInLockMinutes: integer({
    title: '锁定分钟数',
    group: '登录与密码',
    default: 10,
    min: 5,
    max: 1440,
    meaning: '锁定后多久可以再试',
  }),
  sessionIdleHours: integer({
    title: '无操作退出（小时）',
    group: '登录与密码',
    default: 24,
    min: 1,
    max: 720,
    meaning: '超过此时间没有使用则需重新登录；对此后的登录和续期生效',
  }),
  sessionDays: integer({
    title: '登录最长保持（天）',
    group: '登录与密码',
    default: 30,
    min: 1,
    max: 365,
    meaning: '自登录起超过此时间需重新登录；对此后的登录生效',
  }),
  adminFactor: {
    title: '管理员须用两步验证',
    group: '登录与密码',
    kind: 'flag',
    default: false,
    meaning: '系统管理员登录后须先设置两步验证；对此后的登录生效',
  },
  uploadLimitMb: integer({
    title: '单个文件上限（MB）',
    group: '文件',
    default: 0,
    min: 0,
    max: 1_048_576,
    meaning: '0 为服务器的上限；大于服务器上限时以服务器为准',
  }),
  robotMessagesPerMinute: integer({
    title: '群机器人每分钟消息数',
    group: '消息',
    default: 20,
    min: 1,
    max: 1000,
    meaning: '每分钟至多发给同一个群机器人的消息数，其余稍后发送；请不大于该群机器人的限额',
  }),
  reviewDocuments: {
    title: '发布前需复核',
    group: '文档',
    kind: 'flag',
    default: false,
    meaning: '表单、界面、流程、数据集须由另一位管理员复核通过后才能发布；恢复发布过的版本不需要，但须写明原因',
  },
  watermark: {
    title: '页面水印',
    group: '水印',
    kind: 'flag',
    default: false,
    meaning: '在所有页面上以浅色显示当前登录人',
  },
  watermarkText: {
    title: '水印内容',
    group: '水印',
    kind: 'choice',
    default: 'name',
    choices: ['name', 'nameDept', 'nameTime'],
    meaning: '姓名与用户名，或另加部门、日期',
  },
} as const satisfies Record<string, Parameter>;

export type ParameterKey = keyof typeof PARAMETERS;
export type ParameterValue = string | number | boolean;
/** The general type of a literal: `number` for `8`. */
type Widened<T> = T extends boolean ? boolean : T extends number ? number : T extends string ? string : never;
export type ParameterValues = { [K in ParameterKey]: Widened<(typeof PARAMETERS)[K]['default']> };

export const PARAMETER_KEYS = Object.keys(PARAMETERS) as ParameterKey[];
export const isParameterKey = (key: string): key is ParameterKey => Object.hasOwn(PARAMETERS, key);

/** Returns the name of the environment variable that sets a parameter: `PLATFORM_NAME` for `platformName`. */
export const environmentName = (key: ParameterKey): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Returns the error in a value, in Chinese; null if the value is valid. */
export function parameterError(key: ParameterKey, value: unknown): string | null {
  const { title, kind, min, max, maxLength, choices }: Parameter = PARAMETERS[key];
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean' ? null : `${title}：应为是或否`;
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value) && value >= (min ?? 0) && value <= (max ?? Infinity)
        ? null
        : `${title}：应为 ${min} 到 ${max} 之间的整数`;
    case 'choice':
      return typeof value === 'string' && choices?.includes(value) ? null : `${title}：不在可选范围内`;
    case 'picture':
    case 'text':
      return typeof value === 'string' && value.length <= (maxLength ?? DEFAULT_MAX_LENGTH)
        ? null
        : `${title}：应为不超过 ${maxLength ?? DEFAULT_MAX_LENGTH} 个字的文字`;
  }
}

/** Converts the text of an environment variable to a value of this parameter; does not check the value. */
export function parameterOfText(key: ParameterKey, text: string): unknown {
  const { kind }: Parameter = PARAMETERS[key];
  if (kind === 'integer') return /^\d+$/.test(text) ? Number(text) : text;
  if (kind === 'flag' && text === '1') return true;
  if (kind === 'flag' && text === '0') return false;
  return text;
}

export const parameterDefaults = (): ParameterValues =>
  Object.fromEntries(PARAMETER_KEYS.map((key) => [key, PARAMETERS[key].default])) as ParameterValues;
