/** A regular expression as written in `regList`, and the message for a value that does not match. */
export interface PatternRule {
  pattern: string;
  message: string;
}

const PHONE: PatternRule = { pattern: '/^1[3-9]\\d{9}$/', message: '手机号码格式不正确' };
const EMAIL: PatternRule = { pattern: '/^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$/', message: '邮箱格式不正确' };
const IDENTITY: PatternRule = { pattern: '/^(\\d{15}|\\d{17}[\\dXx])$/', message: '身份证号码格式不正确' };
const ZIP: PatternRule = { pattern: '/^\\d{6}$/', message: '邮政编码格式不正确' };
const NUMBER: PatternRule = { pattern: '/^-?\\d+(\\.\\d+)?$/', message: '请输入数字' };
const INTEGER: PatternRule = { pattern: '/^-?\\d+$/', message: '请输入整数' };
const URL: PatternRule = { pattern: '/^https?:\\/\\/\\S+$/', message: '网址格式不正确' };

/** Patterns for text formats, by the names that other designers' tools give to these formats. */
const FORMATS: Readonly<Record<string, PatternRule>> = {
  phoneNumber: PHONE,
  mobilePhone: PHONE,
  mobile: PHONE,
  phone: PHONE,
  cellphone: PHONE,
  tel: { pattern: '/^(0\\d{2,3}-?)?\\d{7,8}$/', message: '电话号码格式不正确' },
  zipCode: ZIP,
  zip: ZIP,
  postcode: ZIP,
  idNumber: IDENTITY,
  idcard: IDENTITY,
  idCard: IDENTITY,
  email: EMAIL,
  url: URL,
  number: NUMBER,
  float: NUMBER,
  integer: INTEGER,
  digits: INTEGER,
  letter: { pattern: '/^[A-Za-z]+$/', message: '只能输入字母' },
  letterAndNumber: { pattern: '/^[A-Za-z0-9]+$/', message: '只能输入字母和数字' },
  letterStartNumberIncluded: { pattern: '/^[A-Za-z][A-Za-z\\d]*$/', message: '须以字母开头，只含字母和数字' },
  noChinese: { pattern: '/^[^\\u4e00-\\u9fa5]+$/', message: '不能含有汉字' },
  chinese: { pattern: '/^[\\u4e00-\\u9fa5]+$/', message: '只能输入汉字' },
  zh: { pattern: '/^[\\u4e00-\\u9fa5]+$/', message: '只能输入汉字' },
};

/** Returns the rule for a text format; undefined for an unknown name. */
export const formatRule = (name: unknown): PatternRule | undefined =>
  typeof name === 'string' && Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
