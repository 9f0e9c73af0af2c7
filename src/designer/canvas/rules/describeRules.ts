import { describeCondition } from '../../flow/conditions/simpleCondition.ts';
import { isObject } from '../model/nodes.ts';
import { describeFormula } from '../model/describeFormula.ts';
import { kindOfEffect, EVENTS, type Effect, type RuleObject } from './effectModel.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { RuleNames } from './ruleNames.ts';
import { rowScope, withScope } from './ruleScopes.ts';
import { scheduleText } from './schedule.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Matches a path of at least two names, such as `contract.amount`, which is not the name of a called function. */
const PATH_PATTERN = /(?<![\w$.])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?!\s*\()/g;

/** Describes an expression in Chinese, with labels in place of field keys. For display only. */
export function describeExpression(value: string, { infos, allowsRecordId }: RuleNames): string {
  if (allowsRecordId && value.trim() === 'id') return '本记录';
  const labelledText = value.replace(PATH_PATTERN, (path) => {
    const label = infos.find(({ key }) => key === path)?.label;
    return label === undefined ? path : `“${label}”`;
  });
  return describeFormula(labelledText, infos);
}

/** Describes a condition: simple comparisons as words, anything else as an expression with labels. */
export function describeRuleCondition(value: unknown, names: RuleNames): string {
  const words = describeCondition(textOf(value), names.infos);
  return words === value ? describeExpression(words, names) : words;
}

/**
 * Returns the text for the record to which a path of relations leads, such as “合同 › 所属项目”. The paths '' and `this`
 * lead to the record itself.
 */
function nameOfRecord(path: string, { related, infos }: RuleNames): string {
  if (path === '' || path === 'this') return '本记录';
  const field = infos.find(({ key }) => key === path);
  if (field && path.includes('.')) return `“${field.label}”`;
  const relatedForm = related.find((form) => form.path === path);
  if (relatedForm) return `“${relatedForm.label}”`;
  const [first = '', ...rest] = path.replace(/^row\./, '').split('.');
  const label = infos.find(({ key }) => key === first)?.label ?? first;
  return `“${[label, ...rest].join(' › ')}”`;
}

/**
 * Returns the name of the records that a `link` effect adds: the record itself, the records of a relation, or the
 * result of an expression. `to`: the value of the effect's key `to`; '': none is chosen yet.
 */
function nameOfAddedRecords(to: string, names: RuleNames): string {
  if (to === 'id') return '本记录';
  if (to === '') return '（未选记录）';
  return /^[\w$.]+$/.test(to) ? `${nameOfRecord(to, names)}所选的记录` : ` ${describeExpression(to, names)} `;
}

const nameOfRelation = (path: string, names: RuleNames): string =>
  path === '' ? '（未选关联字段）' : `“${labelOfField(path, names)}”`;

/** Returns the label of a field of this form or of a related form; the path if the field is unknown. */
export const labelOfField = (path: string, { infos }: RuleNames): string =>
  infos.find(({ key }) => key === path)?.label ?? path;

/** Replaces placeholders by labels: `${contractNo}` becomes 〔合同编号〕. */
const replacePlaceholders = (value: unknown, names: RuleNames): string =>
  textOf(value).replace(/\$\{([^}]+)\}/g, (_all, path: string) => `〔${labelOfField(path, names)}〕`);

/** Returns the name of a receiver such as `role:finance` or `field:manager`; the key if the name is unknown. */
export function nameOfReceiver(receiver: string, names: RuleNames): string {
  if (receiver === 'creator') return '创建人';
  if (receiver === 'deptLeader') return '部门负责人';
  const [kind, ...rest] = receiver.split(':');
  const key = rest.join(':');
  if (kind === 'role') return names.roles.find(({ code }) => code === key)?.name ?? key;
  if (kind === 'user') return names.people.find(({ id }) => id === key)?.name ?? key;
  return kind === 'field' ? labelOfField(key, names) : key;
}

/** Returns the name of a form in quotes; its key if the name is not loaded. */
export const nameOfForm = (key: unknown, { forms }: RuleNames): string =>
  `“${forms.find((form) => form.key === key)?.name ?? (textOf(key) || '（未选表单）')}”`;

/** Maximum length, in characters, of an expression that is shown next to its field. */
const MAX_VALUE_LENGTH = 30;

/**
 * Returns the form of the record that an effect changes or creates; undefined if the effect changes the record itself,
 * or if the form is not loaded.
 */
const targetFormOf = (effect: Effect, { related, formOf }: RuleNames): CompiledForm | undefined =>
  related.find(({ path }) => path === effect.set)?.form ?? formOf(textOf(effect.create ?? effect.start));

/**
 * Describes what an effect writes: the first five fields with their values, labelled as in the target form; the number
 * of fields if there are more; and the number of sub-tables in which it creates rows. Long values are left out.
 */
function describeValues(effect: Effect, names: RuleNames): string {
  const entries = isObject(effect.fields) ? Object.entries(effect.fields) : [];
  const targetForm = targetFormOf(effect, names);
  const labels = entries.map(([key, value]) => {
    const label = effect.set === 'this' ? labelOfField(key, names) : (targetForm?.fields.get(key)?.node.label ?? key);
    const words = describeExpression(textOf(value), names);
    return words.length > MAX_VALUE_LENGTH ? label : `${label} = ${words}`;
  });
  const suffix = labels.length > 5 ? `等 ${labels.length} 项` : '';
  const tableCount = isObject(effect.rows) ? Object.keys(effect.rows).length : 0;
  const rows = tableCount === 0 ? '' : `，并生成 ${tableCount} 个子表的行`;
  return `${labels.length === 0 ? '' : `：${labels.slice(0, 5).join('、')}${suffix}`}${rows}`;
}

/** Describes what an effect does, without its event and condition. */
function describeKind(effect: Effect, names: RuleNames): string {
  const receivers = Array.isArray(effect.notify) ? effect.notify.map(String) : [];
  switch (kindOfEffect(effect)?.value) {
    case 'require':
      return `须满足 ${describeRuleCondition(effect.require, names)}，否则提示“${replacePlaceholders(effect.message, names)}”`;
    case 'set':
      return `修改${nameOfRecord(textOf(effect.set), names)}${describeValues(effect, names)}`;
    case 'create':
      return `生成一条${nameOfForm(effect.create, names)}${describeValues(effect, names)}`;
    case 'start':
      return `生成一条${nameOfForm(effect.start, names)}并提交${describeValues(effect, names)}`;
    case 'link':
      return `把${nameOfAddedRecords(textOf(effect.to), names)}加入${nameOfRelation(textOf(effect.link), names)}`;
    case 'void':
      return `作废${nameOfRecord(textOf(effect.void), names)}`;
    case 'merge':
      return `把${nameOfRecord(textOf(effect.merge), names)}合并到${nameOfRecord(textOf(effect.into), names)}`;
    case 'remove':
      return `删除${nameOfRecord(textOf(effect.remove), names)}`;
    case 'notify':
      return `通知 ${receivers.map((receiver) => nameOfReceiver(receiver, names)).join('、')}：“${replacePlaceholders(effect.text, names)}”`;
    default:
      return '（未选择做什么）';
  }
}

/** Describes when an effect runs: after an event, after a step of the process, or at certain times. */
function describeEvent(effect: Effect): string {
  if (typeof effect.node === 'string') return `“${effect.node}”${effect.on === 'returned' ? '退回' : '通过'}后`;
  if (effect.on === 'time') return scheduleText(effect.every);
  return EVENTS.find(({ value }) => value === effect.on)?.label ?? '';
}

/** Describes an effect as a sentence: “办结后，如果 金额 大于 5000，通知 创建人：“…””. */
export function describeEffect(effect: Effect, names: RuleNames): string {
  const each = textOf(effect.each);
  const when = describeRuleCondition(effect.when, names);
  return [
    describeEvent(effect),
    each === '' ? '' : `对${nameOfRecord(each, names)}的每一项`,
    when === '' ? '' : `如果 ${when}`,
    describeKind(effect, names),
  ]
    .filter((part) => part !== '')
    .join('，');
}

/** The places where a button can be shown (values of the key `at` of a button). */
export const ACTION_PLACES: readonly { value: string; label: string }[] = [
  { value: 'row', label: '列表行' },
  { value: 'selection', label: '所选行' },
  { value: 'page', label: '记录页' },
  { value: 'task', label: '待办' },
];

/** Describes a button as a sentence: “列表行、记录页上的按钮“归还原件”，修改本记录：…；通知 …”. */
export function describeAction(action: RuleObject, names: RuleNames, compiled: CompiledForm): string {
  const places = (Array.isArray(action.at) ? action.at : [action.at])
    .map((place) => ACTION_PLACES.find(({ value }) => value === place)?.label ?? String(place))
    .join('、');
  const effects = (Array.isArray(action.effects) ? action.effects : []).filter((effect): effect is Effect =>
    isObject(effect),
  );
  const when = describeRuleCondition(action.when, names);
  const dialogFields = (Array.isArray(action.dialog) ? action.dialog : [])
    .filter(isObject)
    .map((field) => textOf(field.label) || textOf(field.__vModel__));
  return [
    `${places}上的按钮“${textOf(action.label)}”`,
    when === '' ? '' : `${when} 时可用`,
    textOf(action.scan) === '' ? '' : `扫码按 ${labelOfField(textOf(action.scan), names)} 找记录`,
    dialogFields.length === 0 ? '' : `先填写 ${dialogFields.join('、')}`,
    effects
      .map((effect) => describeEffect(effect, withScope(names, rowScope(compiled, textOf(effect.each)))))
      .join('；') || (textOf(action.open) === '' ? '（还没有要做的事）' : ''),
    textOf(action.open) === '' ? '' : '然后打开页面',
  ]
    .filter((part) => part !== '')
    .join('，');
}

/** Describes a reminder as a sentence: “履行截止日期前 30 天，提醒 经办人：“…””. */
export function describeReminder(reminder: RuleObject, names: RuleNames): string {
  const days = Number(/^(-?\d+)d$/.exec(textOf(reminder.offset))?.[1] ?? 0);
  const dayText = days === 0 ? '当天' : days < 0 ? `前 ${-days} 天` : `后 ${days} 天`;
  const to = (Array.isArray(reminder.to) ? reminder.to : [])
    .map((receiver) => nameOfReceiver(String(receiver), names))
    .join('、');
  const when = describeRuleCondition(reminder.when, names);
  const repeat = /^(\d+)d$/.exec(textOf(reminder.repeat))?.[1];
  return [
    `${labelOfField(textOf(reminder.field), names)}${dayText}`,
    when === '' ? '' : `如果 ${when}`,
    `提醒 ${to || '（未选）'}：“${replacePlaceholders(reminder.text, names)}”`,
    repeat === undefined ? '' : `每 ${repeat} 天再提醒一次`,
  ]
    .filter((part) => part !== '')
    .join('，');
}
