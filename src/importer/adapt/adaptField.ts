import type { Adapted } from './adapt.ts';
import { reportNote, type Context } from '../context.ts';
import { formatRule } from './formats.ts';
import { firstText, isBlank, isObject, textOf, valueOf, type Source } from '../source.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const LENGTHS = ['min', 'max', 'len'] as const;
const isLength = (rule: Record<string, unknown>): boolean =>
  LENGTHS.some((key) => Number.isInteger(rule[key])) && (rule.type === undefined || rule.type === 'string');

/** A rule on the length of a text, as the pattern it stands for. */
function lengthPattern({ min, max, len }: Record<string, unknown>): string {
  const [from, to] = [len ?? min ?? 0, len ?? max ?? ''];
  return `/^[\\s\\S]{${Number(from)},${to === '' ? '' : Number(to)}}$/`;
}

/** A regular expression as text, however it was written down: as text, as the source of a literal, or as the name of a kind of text. */
function patternOf(rule: Record<string, unknown>, tag: string): string {
  const { pattern } = rule;
  const format = formatRule(rule.type) ?? formatRule(rule.format);
  if (format && tag === 'el-input') return format.pattern;
  if (typeof pattern === 'string' && pattern !== '') return pattern;
  if (tag === 'el-input' && isLength(rule)) return lengthPattern(rule);
  const code = isObject(pattern) ? asText(pattern.$js) : '';
  return /^\s*\/[\s\S]+\/[a-z]*\s*$/.test(code) ? code.trim() : '';
}

const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()))
    ? Number(value)
    : undefined;

/** Parses the short text form of amis validations: `isEmail,minLength:3` gives `{ isEmail: true, minLength: '3' }`. */
const readList = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    text.split(/,(?=\s*[a-z])/i).map((part) => {
      const at = part.indexOf(':');
      return at < 0 ? [part.trim(), true] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );

/** What such an object says under the names of its designers: lengths, bounds, a pattern, a kind of text. */
const NAMED_FORMATS: Readonly<Record<string, string>> = {
  isEmail: 'email',
  isUrl: 'url',
  isPhoneNumber: 'phone',
  isTelNumber: 'tel',
  isZipcode: 'zip',
  isId: 'idcard',
  isNumeric: 'number',
  isInt: 'integer',
};

/** `validate` of form-js and form.io, `validations` of amis: an object of rules (or its short text) beside the field. */
function adaptValidations(tag: string, source: Source): Adapted[] {
  const origin = ['validate', 'validations'].find((key) => {
    const value = valueOf(source, key);
    return isObject(value) || (key === 'validations' && typeof value === 'string' && value !== '');
  });
  if (origin === undefined) return [];
  const written = valueOf(source, origin);
  const rules = isObject(written) ? written : readList(String(written));
  const errors = valueOf(source, 'validationErrors');
  const sentence = (key: string): string => (isObject(errors) ? asText(errors[key]) : '');
  const number = (...keys: string[]): number | undefined =>
    keys.map((key) => toNumber(rules[key])).find((value) => value !== undefined);
  const adapted: Adapted[] = [];
  const put = (key: string, value: unknown): void => {
    if (value !== undefined && valueOf(source, key) === undefined) adapted.push({ key, value, origin });
  };
  if (rules.required === true || rules.isRequired === true) put('required', true);
  if (tag === 'el-input-number') {
    put('min', number('min', 'minimum'));
    put('max', number('max', 'maximum'));
  }
  if (tag !== 'el-input') return adapted;
  put('minlength', number('minLength'));
  put('maxlength', number('maxLength'));
  const list = Object.entries(rules).flatMap(([key, value]) => {
    const isPattern = (key === 'pattern' || /^matchRegexp\d*$/.test(key)) && typeof value === 'string' && value !== '';
    if (isPattern) return [{ pattern: String(value), message: sentence(key) }];
    const format = formatRule(
      key === 'validationType' ? value : value === true && Object.hasOwn(NAMED_FORMATS, key) ? NAMED_FORMATS[key] : '',
    );
    return format ? [{ pattern: format.pattern, message: sentence(key) || format.message }] : [];
  });
  if (list.length > 0 && valueOf(source, 'regList') === undefined)
    adapted.push({
      key: 'regList',
      value: list.map(({ pattern, message }) => ({ pattern, ...(message === '' ? {} : { message }) })),
      origin,
    });
  return adapted;
}

/** The bounds that a rule sets a number, where the field itself says none. */
const boundsOf = (tag: string, rules: readonly Record<string, unknown>[], source: Source, origin: string): Adapted[] =>
  tag !== 'el-input-number'
    ? []
    : (['min', 'max'] as const).flatMap((key) => {
        const value = rules.map((rule) => toNumber(rule[key])).find((one) => one !== undefined);
        return value === undefined || valueOf(source, key) !== undefined ? [] : [{ key, value, origin }];
      });

/** `regList`, or the `rules` of other designers: patterns and their sentences; a rule that only says "required" is the key of that name. */
function adaptRules(tag: string, source: Source, context: Context): Adapted[] {
  const origin =
    Array.isArray(valueOf(source, 'regList')) && (valueOf(source, 'regList') as unknown[]).length > 0
      ? 'regList'
      : 'rules';
  const written = valueOf(source, origin);
  const rules = (Array.isArray(written) ? written : []).filter(isObject);
  const message = (rule: Record<string, unknown>): string =>
    asText(rule.message) || formatRule(rule.type)?.message || '';
  const list = rules
    .filter((rule) => patternOf(rule, tag) !== '')
    .map((rule) => ({ pattern: patternOf(rule, tag), ...(message(rule) === '' ? {} : { message: message(rule) }) }));
  rules.forEach((rule, index) => {
    const isBound = tag === 'el-input-number' && ['min', 'max'].some((key) => toNumber(rule[key]) !== undefined);
    const isLost =
      !isBound &&
      patternOf(rule, tag) === '' &&
      rule.required === undefined &&
      Object.values(rule).some((part) => !isBlank(part));
    if (isLost)
      reportNote(context, 'DOC_VALUE_UNUSED', [...(source.entries.get(origin)?.path ?? []), index], {
        tag: textOf(source, 'tag'),
        key: origin,
        value: JSON.stringify(rule).slice(0, 40),
      });
  });
  const format = textOf(source, 'format');
  const isInput = textOf(source, 'typeId') === 'INPUT';
  const known = isInput ? formatRule(format) : undefined;
  if (known) list.push(known);
  const adapted: Adapted[] = isInput ? [{ key: 'format', value: undefined, origin: 'format' }] : [];
  if (list.length > 0 || (origin === 'regList' && rules.length > 0))
    adapted.push({ key: 'regList', value: list.length > 0 ? list : undefined, origin });
  if (
    rules.some((rule) => rule.required === true && patternOf(rule, tag) === '') &&
    valueOf(source, 'required') === undefined
  )
    adapted.push({ key: 'required', value: true, origin });
  return [...adapted, ...boundsOf(tag, rules, source, origin)];
}

/** Help texts: `tips` is a switch in some forks, whose words stand beside it. */
function adaptHelp(source: Source): Adapted[] {
  const words =
    firstText(source, 'help', 'tipsDesc', 'description') ||
    asText(valueOf(source, 'tips')) ||
    asText(valueOf(source, 'tip'));
  const link = valueOf(source, 'tipsIsLink') === true ? textOf(source, 'tipsLink') : '';
  const help = [words, link === '' ? '' : `（${link}）`].join('');
  return help === '' || textOf(source, 'help') !== ''
    ? []
    : [{ key: 'help', value: help, origin: source.entries.has('tipsDesc') ? 'tipsDesc' : 'tips' }];
}

const isOff = (source: Source, ...keys: string[]): string | undefined =>
  keys.find((key) => valueOf(source, key) === false || valueOf(source, key) === 0);
const isOn = (source: Source, ...keys: string[]): string | undefined =>
  keys.find((key) => valueOf(source, key) === true || valueOf(source, key) === 1);

const isPicker = (tag: string): boolean => tag === 'el-date-picker' || tag === 'el-time-picker';

/** Hidden and locked fields under the names that forks have for it. A switch with a condition beside it is not known to be off. */
function adaptStates(tag: string, source: Source): Adapted[] {
  const isConditional = ['visiableCondition', 'visibleCondition'].some((key) =>
    JSON.stringify(valueOf(source, key) ?? {}).includes('"id"'),
  );
  const hidden = isConditional
    ? undefined
    : (isOff(source, 'visibility', 'visible', 'visiable', 'isShow', 'show') ??
      isOn(source, 'hidden', 'noShow', 'hide', 'isHide'));
  // of a picker it forbids typing, not picking
  const locked = isPicker(tag) ? undefined : isOff(source, 'editable');
  return [
    ...(hidden === undefined || source.entries.has('isHideField')
      ? []
      : [{ key: 'isHideField', value: '1', origin: hidden }]),
    ...(locked === undefined || valueOf(source, 'readonly') === true
      ? []
      : [{ key: 'readonly', value: true, origin: locked }]),
  ];
}

/** The switch of another designer has values of its own; ours are '1' and '0'. */
function adaptSwitch(source: Source): Adapted[] {
  const bare = (value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/^(['"])([\s\S]*)\1$/, '$2') : value;
  const on = bare(valueOf(source, 'active-value') ?? valueOf(source, 'activeValue'));
  const given = bare(valueOf(source, 'defaultValue'));
  return on !== undefined && on !== null && on !== '' && given === on
    ? [{ key: 'defaultValue', value: '1', origin: 'defaultValue' }]
    : [];
}

/** What any field of another designer may say. */
export function adaptField(tag: string, source: Source, context: Context): Adapted[] {
  const label =
    textOf(source, 'label') === '' && textOf(source, 'title') !== ''
      ? [{ key: 'label', value: textOf(source, 'title'), origin: 'title' }]
      : [];
  return [
    ...label,
    ...adaptRules(tag, source, context),
    ...adaptValidations(tag, source),
    ...adaptHelp(source),
    ...adaptStates(tag, source),
    ...(tag === 'el-switch' ? adaptSwitch(source) : []),
  ];
}
