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
    const isLost =
      patternOf(rule, tag) === '' && rule.required === undefined && Object.values(rule).some((part) => !isBlank(part));
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
  return adapted;
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

/** Hidden and locked fields under the names that forks have for it. A switch with a condition beside it is not known to be off. */
function adaptStates(source: Source): Adapted[] {
  const isConditional = ['visiableCondition', 'visibleCondition'].some((key) =>
    JSON.stringify(valueOf(source, key) ?? {}).includes('"id"'),
  );
  const hidden = isConditional
    ? undefined
    : (isOff(source, 'visibility', 'visible', 'visiable', 'isShow', 'show') ??
      isOn(source, 'hidden', 'noShow', 'hide', 'isHide'));
  const locked = isOff(source, 'editable');
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
    ...adaptHelp(source),
    ...adaptStates(source),
    ...(tag === 'el-switch' ? adaptSwitch(source) : []),
  ];
}
