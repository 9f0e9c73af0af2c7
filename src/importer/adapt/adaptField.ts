import type { AdaptedProperty } from './adapt.ts';
import { reportNote, shortText, type Context } from '../context.ts';
import { formatRule, type PatternRule } from './formats.ts';
import { isBlank, isObject, textOf, valueOf, type Source } from '../source.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const LENGTH_KEYS = ['min', 'max', 'len'] as const;
/** Returns true if a rule limits the length of a text. */
const isLengthRule = (rule: Record<string, unknown>): boolean =>
  LENGTH_KEYS.some((key) => Number.isInteger(rule[key])) && (rule.type === undefined || rule.type === 'string');

/** Returns the pattern for a rule on the length of a text. */
function lengthPattern({ min, max, len }: Record<string, unknown>): string {
  const [from, to] = [len ?? min ?? 0, len ?? max ?? ''];
  return `/^[\\s\\S]{${Number(from)},${to === '' ? '' : Number(to)}}$/`;
}

/** Returns the pattern and message of the text format that a rule names; undefined if it names none. */
const formatOf = (rule: Record<string, unknown>): PatternRule | undefined =>
  formatRule(rule.type) ?? formatRule(rule.format);

/**
 * Returns the regular expression of a rule as text; '' if the rule has none. The source may contain the expression as
 * text or as a literal in a script (`{ "$js": "/…/" }`). It may contain the name of a text format or limits on the
 * length of a text instead.
 */
function patternOf(rule: Record<string, unknown>, tag: string): string {
  const { pattern } = rule;
  const format = formatOf(rule);
  if (format && tag === 'el-input') return format.pattern;
  if (typeof pattern === 'string' && pattern !== '') return pattern;
  if (tag === 'el-input' && isLengthRule(rule)) return lengthPattern(rule);
  // only a literal such as `/…/i` is taken from a script
  const code = isObject(pattern) ? asText(pattern.$js) : '';
  return /^\s*\/[\s\S]+\/[a-z]*\s*$/.test(code) ? code.trim() : '';
}

/** Converts a number or a decimal text to a number; undefined for other values. */
const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()))
    ? Number(value)
    : undefined;

/** Parses the short text form of amis validations: `isEmail,minLength:3` gives `{ isEmail: true, minLength: '3' }`. */
const parseValidations = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    // splits at commas before a letter: a comma inside a value, such as `{1,3}`, does not separate
    text.split(/,(?=\s*[a-z])/i).map((part) => {
      const colon = part.indexOf(':');
      return colon < 0 ? [part.trim(), true] : [part.slice(0, colon).trim(), part.slice(colon + 1).trim()];
    }),
  );

/** Maps the name of a text format in amis validations to the name that `formatRule` expects. */
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

/** Converts `validate` of form-js and form.io, or `validations` of amis: an object of rules, or its short text form. */
function adaptValidations(tag: string, source: Source): AdaptedProperty[] {
  const origin = ['validate', 'validations'].find((key) => {
    const value = valueOf(source, key);
    return isObject(value) || (key === 'validations' && typeof value === 'string' && value !== '');
  });
  if (origin === undefined) return [];
  const validations = valueOf(source, origin);
  const rules = isObject(validations) ? validations : parseValidations(String(validations));
  const errors = valueOf(source, 'validationErrors');
  const messageOf = (key: string): string => (isObject(errors) ? asText(errors[key]) : '');
  const numberOf = (...keys: string[]): number | undefined =>
    keys.map((key) => toNumber(rules[key])).find((value) => value !== undefined);
  const adaptedProperties: AdaptedProperty[] = [];
  const addUnlessSet = (key: string, value: unknown): void => {
    if (value !== undefined && valueOf(source, key) === undefined) adaptedProperties.push({ key, value, origin });
  };
  if (rules.required === true || rules.isRequired === true) addUnlessSet('required', true);
  if (tag === 'el-input-number') {
    addUnlessSet('min', numberOf('min', 'minimum'));
    addUnlessSet('max', numberOf('max', 'maximum'));
  }
  if (tag !== 'el-input') return adaptedProperties;
  addUnlessSet('minlength', numberOf('minLength'));
  addUnlessSet('maxlength', numberOf('maxLength'));
  const patternRules = Object.entries(rules).flatMap(([key, value]) => {
    const isPattern = (key === 'pattern' || /^matchRegexp\d*$/.test(key)) && typeof value === 'string' && value !== '';
    if (isPattern) return [{ pattern: String(value), message: messageOf(key) }];
    const format = formatRule(
      key === 'validationType' ? value : value === true && Object.hasOwn(NAMED_FORMATS, key) ? NAMED_FORMATS[key] : '',
    );
    return format ? [{ pattern: format.pattern, message: messageOf(key) || format.message }] : [];
  });
  if (patternRules.length > 0 && valueOf(source, 'regList') === undefined)
    adaptedProperties.push({
      key: 'regList',
      value: patternRules.map(({ pattern, message }) => ({ pattern, ...(message === '' ? {} : { message }) })),
      origin,
    });
  return adaptedProperties;
}

/** Returns the bounds of a number from its rules, unless the field itself defines them. */
const boundsOf = (
  tag: string,
  rules: readonly Record<string, unknown>[],
  source: Source,
  origin: string,
): AdaptedProperty[] =>
  tag !== 'el-input-number'
    ? []
    : (['min', 'max'] as const).flatMap((key) => {
        const value = rules.map((rule) => toNumber(rule[key])).find((bound) => bound !== undefined);
        return value === undefined || valueOf(source, key) !== undefined ? [] : [{ key, value, origin }];
      });

/**
 * Converts `regList`, or the `rules` of other designers, to patterns with messages. A rule that only requires a value
 * becomes `required`.
 */
function adaptRules(tag: string, source: Source, context: Context): AdaptedProperty[] {
  const origin =
    Array.isArray(valueOf(source, 'regList')) && (valueOf(source, 'regList') as unknown[]).length > 0
      ? 'regList'
      : 'rules';
  const originalRules = valueOf(source, origin);
  const rules = (Array.isArray(originalRules) ? originalRules : []).filter(isObject);
  const messageOf = (rule: Record<string, unknown>): string => asText(rule.message) || formatOf(rule)?.message || '';
  const patternRules = rules
    .filter((rule) => patternOf(rule, tag) !== '')
    .map((rule) => ({
      pattern: patternOf(rule, tag),
      ...(messageOf(rule) === '' ? {} : { message: messageOf(rule) }),
    }));
  rules.forEach((rule, index) => {
    const limitsNumber = tag === 'el-input-number' && ['min', 'max'].some((key) => toNumber(rule[key]) !== undefined);
    const isUnconverted =
      !limitsNumber &&
      patternOf(rule, tag) === '' &&
      rule.required === undefined &&
      Object.values(rule).some((part) => !isBlank(part));
    if (isUnconverted)
      reportNote(context, 'DOC_VALUE_UNUSED', [...(source.entries.get(origin)?.path ?? []), index], {
        tag: textOf(source, 'tag'),
        key: origin,
        value: shortText(rule),
      });
  });
  const format = textOf(source, 'format');
  // in another designer, `format` of an element with this `typeId` is the name of a text format
  const isInput = textOf(source, 'typeId') === 'INPUT';
  const inputRule = isInput ? formatRule(format) : undefined;
  if (inputRule) patternRules.push(inputRule);
  const adaptedProperties: AdaptedProperty[] = isInput ? [{ key: 'format', value: undefined, origin: 'format' }] : [];
  if (patternRules.length > 0 || (origin === 'regList' && rules.length > 0))
    adaptedProperties.push({ key: 'regList', value: patternRules.length > 0 ? patternRules : undefined, origin });
  if (
    rules.some((rule) => rule.required === true && patternOf(rule, tag) === '') &&
    valueOf(source, 'required') === undefined
  )
    adaptedProperties.push({ key: 'required', value: true, origin });
  return [...adaptedProperties, ...boundsOf(tag, rules, source, origin)];
}

/** Converts help texts. In some forks `tips` is a boolean, and other keys contain the text. */
function adaptHelp(source: Source): AdaptedProperty[] {
  if (textOf(source, 'help') !== '') return [];
  const origin =
    ['tipsDesc', 'description'].find((key) => textOf(source, key) !== '') ??
    ['tips', 'tip'].find((key) => asText(valueOf(source, key)) !== '');
  const text = origin === undefined ? '' : textOf(source, origin);
  const link = valueOf(source, 'tipsIsLink') === true ? textOf(source, 'tipsLink') : '';
  const help = [text, link === '' ? '' : `（${link}）`].join('');
  return help === '' ? [] : [{ key: 'help', value: help, origin: origin ?? 'tipsLink' }];
}

/** Returns the first of the keys whose value is false or 0; undefined if there is none. */
const keySwitchedOff = (source: Source, ...keys: string[]): string | undefined =>
  keys.find((key) => valueOf(source, key) === false || valueOf(source, key) === 0);
/** Returns the first of the keys whose value is true or 1; undefined if there is none. */
const keySwitchedOn = (source: Source, ...keys: string[]): string | undefined =>
  keys.find((key) => valueOf(source, key) === true || valueOf(source, key) === 1);

const isPicker = (tag: string): boolean => tag === 'el-date-picker' || tag === 'el-time-picker';

/**
 * Converts the keys that hide a field or make it read-only. A key that hides the field is ignored if the field has a
 * condition for its visibility (in which other fields are named by `id`), because the field is then not always hidden.
 */
function adaptHiddenAndReadonly(tag: string, source: Source): AdaptedProperty[] {
  const isConditional = ['visiableCondition', 'visibleCondition'].some((key) =>
    JSON.stringify(valueOf(source, key) ?? {}).includes('"id"'),
  );
  const hidingKey = isConditional
    ? undefined
    : (keySwitchedOff(source, 'visibility', 'visible', 'visiable', 'isShow', 'show') ??
      keySwitchedOn(source, 'hidden', 'noShow', 'hide', 'isHide'));
  // `editable: false` of a picker forbids typing, but not picking
  const lockingKey = isPicker(tag) ? undefined : keySwitchedOff(source, 'editable');
  return [
    ...(hidingKey === undefined || source.entries.has('isHideField')
      ? []
      : [{ key: 'isHideField', value: '1', origin: hidingKey }]),
    ...(lockingKey === undefined || valueOf(source, 'readonly') === true
      ? []
      : [{ key: 'readonly', value: true, origin: lockingKey }]),
  ];
}

/**
 * Converts the default value of a switch to '1' if the default is the value that another designer stores for a switch
 * that is on.
 */
function adaptSwitch(source: Source): AdaptedProperty[] {
  const withoutQuotes = (value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/^(['"])([\s\S]*)\1$/, '$2') : value;
  const activeValue = withoutQuotes(valueOf(source, 'active-value') ?? valueOf(source, 'activeValue'));
  const defaultValue = withoutQuotes(valueOf(source, 'defaultValue'));
  return activeValue !== undefined && activeValue !== null && activeValue !== '' && defaultValue === activeValue
    ? [{ key: 'defaultValue', value: '1', origin: 'defaultValue' }]
    : [];
}

/** Converts the properties that any field of another designer may have. */
export function adaptField(tag: string, source: Source, context: Context): AdaptedProperty[] {
  const label =
    textOf(source, 'label') === '' && textOf(source, 'title') !== ''
      ? [{ key: 'label', value: textOf(source, 'title'), origin: 'title' }]
      : [];
  return [
    ...label,
    ...adaptRules(tag, source, context),
    ...adaptValidations(tag, source),
    ...adaptHelp(source),
    ...adaptHiddenAndReadonly(tag, source),
    ...(tag === 'el-switch' ? adaptSwitch(source) : []),
  ];
}
