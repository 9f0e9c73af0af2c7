import { isDeptFieldHolder } from '../../../domain/bpmn/index.ts';
import { actionName } from '../../../screens/todo/actionNames.ts';
import type { Attributes } from '../model/taskData.ts';
import type { SettingsData } from './design.ts';

/** The types of holders, the most frequent first. */
export const HOLDER_TYPES: readonly { value: string; label: string }[] = [
  { value: 'deptLeader', label: '部门负责人' },
  { value: 'deptLeaders', label: '逐级负责人' },
  { value: 'role', label: '角色' },
  { value: 'user', label: '指定人员' },
  { value: 'post', label: '岗位' },
  { value: 'dept', label: '部门全体' },
  { value: 'choice', label: '申请人自选' },
  { value: 'initiator', label: '申请人自己' },
  { value: 'field', label: '表单中的人员' },
  { value: 'item', label: '当前行的人员' },
  { value: 'expression', label: '表达式' },
];
export const SIGN_MODES = [
  { value: 'one', label: '一人办理即可' },
  { value: 'all', label: `全部${actionName('approve')}（会签）` },
  { value: 'ratio', label: '按比例通过' },
  { value: 'sequence', label: '依次办理' },
] as const;
export const NO_ASSIGNEE_OPTIONS = [
  { value: 'stop', label: '不能提交，提示申请人' },
  { value: 'admin', label: '转给管理员' },
  { value: 'skip', label: '跳过此节点' },
] as const;
export const AFTER_DUE_OPTIONS = [
  { value: 'none', label: '只提醒' },
  { value: 'pass', label: `自动${actionName('approve')}` },
  { value: 'reject', label: `自动${actionName('reject')}` },
  { value: 'escalate', label: '转给上级' },
] as const;
export const ACTIONS: readonly { value: string; label: string }[] = [
  { value: 'approve', label: actionName('approve') },
  { value: 'reject', label: actionName('reject') },
  { value: 'return', label: '退回申请人' },
  { value: 'returnTo', label: '退回任意节点' },
  { value: 'transfer', label: '转办' },
  { value: 'delegate', label: '委派' },
  { value: 'addSign', label: '加签' },
  { value: 'removeSign', label: '减签' },
  { value: 'cc', label: '抄送' },
  { value: 'save', label: '保存' },
  { value: 'batch', label: '批量办理' },
];
/** The actions of a task for which the process file lists no actions. */
export const DEFAULT_ACTIONS = [
  'approve',
  'return',
  'returnTo',
  'reject',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'cc',
];

const labelIn = (list: readonly { value: string; label: string }[], value: string): string =>
  list.find((option) => option.value === value)?.label ?? value;

/**
 * Describes a holder in Chinese. `namesById`: names of users and departments; an id without a name is shown
 * unchanged.
 */
export function holderText(
  { type = '', value = '' }: Attributes,
  { holders, fields }: Pick<SettingsData, 'holders' | 'fields'>,
  namesById: ReadonlyMap<string, string> = new Map(),
): string {
  const joinNames = (nameOf: (id: string) => string): string =>
    value
      .split(',')
      .filter(Boolean)
      .map((id) => nameOf(id.trim()))
      .join('、');
  switch (type) {
    case 'deptLeader':
      if (isDeptFieldHolder(type, value)) return `“${fields.find(({ key }) => key === value)?.label ?? value}”的负责人`;
      return value === '' || value === '1' ? '部门负责人' : `上 ${Number(value) - 1} 级部门负责人`;
    case 'deptLeaders':
      return value === '' ? '逐级负责人（未选级数）' : `逐级 ${value} 级负责人`;
    case 'role':
      return joinNames((code) => holders.roles.find((role) => role.code === code)?.name ?? code);
    case 'user':
      return joinNames((id) => namesById.get(id) ?? id);
    case 'post':
      return joinNames((post) => post);
    case 'dept':
      return `${joinNames((id) => namesById.get(id) ?? id)}全体`;
    case 'field':
      return joinNames((key) => `表单“${fields.find((field) => field.key === key)?.label ?? key}”`);
    case 'item':
      return value === ''
        ? '当前人员'
        : `当前行的“${fields.flatMap(({ columns }) => columns ?? []).find(({ key }) => key === value)?.label ?? value}”`;
    case 'expression':
      return '按表达式';
    default:
      return labelIn(HOLDER_TYPES, type);
  }
}

/** Describes how several people decide a task together (`sf:Sign`); '' if one person is enough. */
export function jointDecisionText({ mode = 'one', ratio = '1' }: Attributes): string {
  if (mode === 'ratio') return `${Math.round(Number(ratio) * 100)}% ${actionName('approve')}即可`;
  return mode === 'one' ? '' : labelIn(SIGN_MODES, mode);
}
