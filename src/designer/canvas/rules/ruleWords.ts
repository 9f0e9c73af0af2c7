import { conditionWords } from '../../flow/conditions/simple.ts';
import { isObject } from '../model/nodes.ts';
import { readFormula } from '../model/readFormula.ts';
import { actOf, EVENTS, type Effect } from './effectModel.ts';
import type { RuleNames } from './ruleNames.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const PATH = /(?<![\w$.])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?!\s*\()/g;

/** An expression as a person says it, with labels in place of field keys. For display only. */
export function expressionWords(value: string, { infos }: RuleNames): string {
  const named = value.replace(PATH, (path) => {
    const label = infos.find(({ key }) => key === path)?.label;
    return label === undefined ? path : `“${label}”`;
  });
  return readFormula(named, infos);
}

/** A condition for display: simple comparisons as words, anything else as an expression with labels. */
export function conditionText(value: unknown, names: RuleNames): string {
  const words = conditionWords(text(value), names.infos);
  return words === value ? expressionWords(words, names) : words;
}

/** “合同 › 所属项目”; `this` is the record itself. A row's own record is called by its field. */
function recordWords(path: string, { related, infos }: RuleNames): string {
  if (path === '' || path === 'this') return '本记录';
  const known = related.find((one) => one.path === path);
  if (known) return `“${known.label}”`;
  const [first = '', ...rest] = path.replace(/^row\./, '').split('.');
  const label = infos.find(({ key }) => key === first)?.label ?? first;
  return `“${[label, ...rest].join(' › ')}”`;
}

/** “本记录”, or the records that a relation holds. */
const addedWords = (to: string, names: RuleNames): string =>
  to === 'id'
    ? '本记录'
    : to === ''
      ? '（未选记录）'
      : /^[\w$.]+$/.test(to)
        ? `${recordWords(to, names)}所选的记录`
        : ` ${expressionWords(to, names)} `;

const linkWords = (path: string, names: RuleNames): string =>
  path === '' ? '（未选关联字段）' : `“${fieldWords(path, names)}”`;

/** The name of a field of this form, or along a relation; the path where it is unknown. */
export const fieldWords = (path: string, { infos }: RuleNames): string =>
  infos.find(({ key }) => key === path)?.label ?? path;

/** `${contractNo}` becomes 〔合同编号〕. */
const textWords = (value: unknown, names: RuleNames): string =>
  text(value).replace(/\$\{([^}]+)\}/g, (_all, path: string) => `〔${fieldWords(path, names)}〕`);

export function receiverWords(receiver: string, names: RuleNames): string {
  if (receiver === 'creator') return '创建人';
  if (receiver === 'deptLeader') return '部门负责人';
  const [kind, ...rest] = receiver.split(':');
  const what = rest.join(':');
  if (kind === 'role') return names.roles.find(({ code }) => code === what)?.name ?? what;
  return kind === 'field' ? fieldWords(what, names) : what;
}

export const formWords = (key: unknown, { forms }: RuleNames): string =>
  `“${forms.find((one) => one.key === key)?.name ?? (text(key) || '（未选表单）')}”`;

/** Longest expression, in characters, that is shown beside its field. */
const LONG = 30;

/** The fields that an effect writes and their values, labelled as in the target form; long values are left out. */
function valueWords(effect: Effect, names: RuleNames): string {
  const entries = isObject(effect.fields) ? Object.entries(effect.fields) : [];
  const target = names.related.find(({ path }) => path === effect.set)?.form;
  const labels = entries.map(([key, value]) => {
    const label = effect.set === 'this' ? fieldWords(key, names) : (target?.fields.get(key)?.node.label ?? key);
    const words = expressionWords(text(value), names);
    return words.length > LONG ? label : `${label} = ${words}`;
  });
  const more = labels.length > 5 ? `等 ${labels.length} 项` : '';
  const tables = isObject(effect.rows) ? Object.keys(effect.rows).length : 0;
  const rows = tables === 0 ? '' : `，并生成 ${tables} 个子表的行`;
  return `${labels.length === 0 ? '' : `：${labels.slice(0, 5).join('、')}${more}`}${rows}`;
}

function actWords(effect: Effect, names: RuleNames): string {
  const receivers = Array.isArray(effect.notify) ? effect.notify.map(String) : [];
  switch (actOf(effect)?.value) {
    case 'require':
      return `须满足 ${conditionText(effect.require, names)}，否则提示“${textWords(effect.message, names)}”`;
    case 'set':
      return `修改${recordWords(text(effect.set), names)}${valueWords(effect, names)}`;
    case 'create':
      return `生成一条${formWords(effect.create, names)}${valueWords(effect, names)}`;
    case 'start':
      return `生成一条${formWords(effect.start, names)}并提交${valueWords(effect, names)}`;
    case 'link':
      return `把${addedWords(text(effect.to), names)}加入${linkWords(text(effect.link), names)}`;
    case 'void':
      return `作废${recordWords(text(effect.void), names)}`;
    case 'merge':
      return `把${recordWords(text(effect.merge), names)}合并到${recordWords(text(effect.into), names)}`;
    case 'remove':
      return `删除${recordWords(text(effect.remove), names)}`;
    case 'notify':
      return `通知 ${receivers.map((one) => receiverWords(one, names)).join('、')}：“${textWords(effect.text, names)}”`;
    default:
      return '（未选择做什么）';
  }
}

/** “办结后，如果 金额 大于 5000，通知 创建人：“…””. */
export function effectWords(effect: Effect, names: RuleNames): string {
  const event =
    typeof effect.node === 'string'
      ? `“${effect.node}”${effect.on === 'returned' ? '退回' : '通过'}后`
      : (EVENTS.find(({ value }) => value === effect.on)?.label ?? '');
  const each = text(effect.each);
  const when = conditionText(effect.when, names);
  return [
    event,
    each === '' ? '' : `对${recordWords(each, names)}的每一项`,
    when === '' ? '' : `如果 ${when}`,
    actWords(effect, names),
  ]
    .filter((part) => part !== '')
    .join('，');
}

export const ACTION_PLACES: readonly { value: string; label: string }[] = [
  { value: 'row', label: '列表行' },
  { value: 'selection', label: '所选行' },
  { value: 'page', label: '记录页' },
  { value: 'task', label: '待办' },
];

/** “列表行、记录页上的“归还原件”：修改本记录：…；通知 …”. */
export function actionWords(action: Effect, names: RuleNames): string {
  const places = (Array.isArray(action.at) ? action.at : [action.at])
    .map((at) => ACTION_PLACES.find(({ value }) => value === at)?.label ?? String(at))
    .join('、');
  const effects = (Array.isArray(action.effects) ? action.effects : []).filter((one): one is Effect => isObject(one));
  const when = conditionText(action.when, names);
  const asked = (Array.isArray(action.dialog) ? action.dialog : [])
    .filter(isObject)
    .map((field) => text(field.label) || text(field.__vModel__));
  return [
    `${places}上的按钮“${text(action.label)}”`,
    when === '' ? '' : `${when} 时可用`,
    asked.length === 0 ? '' : `先填写 ${asked.join('、')}`,
    effects.map((effect) => effectWords(effect, names)).join('；') || '（还没有要做的事）',
  ]
    .filter((part) => part !== '')
    .join('，');
}

/** “履行截止日期前 30 天，提醒 经办人：“…””. */
export function reminderWords(rule: Effect, names: RuleNames): string {
  const days = Number(/^(-?\d+)d$/.exec(text(rule.offset))?.[1] ?? 0);
  const moment = days === 0 ? '当天' : days < 0 ? `前 ${-days} 天` : `后 ${days} 天`;
  const to = (Array.isArray(rule.to) ? rule.to : []).map((one) => receiverWords(String(one), names)).join('、');
  const when = conditionText(rule.when, names);
  const repeat = /^(\d+)d$/.exec(text(rule.repeat))?.[1];
  return [
    `${fieldWords(text(rule.field), names)}${moment}`,
    when === '' ? '' : `如果 ${when}`,
    `提醒 ${to || '（未选）'}：“${textWords(rule.text, names)}”`,
    repeat === undefined ? '' : `每 ${repeat} 天再提醒一次`,
  ]
    .filter((part) => part !== '')
    .join('，');
}
