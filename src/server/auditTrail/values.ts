import { DOCUMENT_KIND_NAMES } from '../documents/index.ts';
import { timeText } from '../http/time.ts';
import { KEYS, kindOf, type Entry, type Names } from './names.ts';
import { columnName, menuKeyName } from './words.ts';

/** One place that changed; texts as people read them, '' for nothing. */
export interface AuditChange {
  name: string;
  before: string;
  after: string;
}

const SCOPES = { all: '全部', unit: '本单位', deptTree: '本部门及下级', dept: '本部门', self: '仅本人' };
const PLACES = { '0': '信箱', '1': '已删除', '2': '彻底删除' };

/** Codes that stand for words, by table and column. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'sys_role_scope.scope': SCOPES,
  'sys_org.type': { unit: '单位', dept: '部门' },
  'sys_notice.status': { '0': '草稿', '1': '已发布', '2': '已撤回' },
  'sys_notice.kind': { '1': '通知', '2': '公告' },
  'mail_message.place': PLACES,
  'mail_receipt.place': PLACES,
  'mail_message.status': { '0': '草稿', '1': '已发送' },
  'mail_receipt.kind': { to: '收件', cc: '抄送' },
  'sys_channel.kind': { webhook: 'Webhook', wecom: '企业微信机器人', dingtalk: '钉钉机器人', feishu: '飞书机器人' },
  'sys_channel.topics': { remind: '个人提醒', notice: '通知公告', alarm: '系统告警' },
  'doc_document.kind': DOCUMENT_KIND_NAMES,
  'doc_version.kind': DOCUMENT_KIND_NAMES,
  'doc_comment.kind': DOCUMENT_KIND_NAMES,
  'doc_review.kind': DOCUMENT_KIND_NAMES,
  'doc_review.state': {
    open: '待复核',
    approved: '已通过',
    returned: '已退回',
    withdrawn: '已撤回',
    replaced: '已重新提交',
  },
  'doc_version.state': { published: '已发布', archived: '已归档' },
};

/** What repeats who did it and when, or is the product's own book-keeping: the entry says it already. */
const REPEATED = new Set([
  'changed_by_name',
  'changed_at',
  'draft_by',
  'draft_by_name',
  'draft_at',
  'updated_at',
  'author_name',
  'create_by_name',
  'draft_revision',
]);
const HIDDEN: Readonly<Record<string, ReadonlySet<string>>> = {
  sys_menu: new Set(['shipped', 'revision', 'is_changed', 'code', 'id']),
};

type Values = Record<string, unknown>;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTime = (column: string, value: unknown): value is string =>
  column.endsWith('_at') && typeof value === 'string' && !Number.isNaN(Date.parse(value));

function textOf(object: string, column: string, value: unknown, names: Names): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (isTime(column, value)) return timeText(new Date(value));
  if (Array.isArray(value))
    return value.length === 0 ? '（空）' : value.map((one) => textOf(object, column, one, names)).join('、');
  if (isObject(value))
    return typeof value['md5'] === 'string'
      ? `${String(value['length'])} 个字符，校验和 ${value['md5']}`
      : JSON.stringify(value);
  const text = String(value);
  const kind = kindOf(object, column);
  if (kind) return names.of(kind, text);
  return CODES[`${object}.${column}`]?.[text] ?? text;
}

/** An entry of the menu, key by key: the whole of it would say nothing. */
function menuChanges(before: Values, after: Values, names: Names, path: readonly string[] = []): AuditChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [was, becomes] = [before[key], after[key]];
    if (isObject(was) || isObject(becomes))
      return menuChanges(isObject(was) ? was : {}, isObject(becomes) ? becomes : {}, names, [...path, key]);
    const text = (value: unknown): string => textOf('sys_menu', key, value, names);
    return text(was) === text(becomes)
      ? []
      : [{ name: menuKeyName([...path, key]), before: text(was), after: text(becomes) }];
  });
}

/** What an entry changed, place by place, in words. */
export function changesOf({ object, before, after }: Entry, names: Names): AuditChange[] {
  const [was, becomes] = [before ?? {}, after ?? {}];
  return [...new Set([...Object.keys(was), ...Object.keys(becomes)])]
    .filter((column) => !REPEATED.has(column) && !HIDDEN[object]?.has(column))
    .flatMap((column) => {
      if (object === 'sys_menu' && column === 'item')
        return menuChanges(
          isObject(was[column]) ? was[column] : {},
          isObject(becomes[column]) ? becomes[column] : {},
          names,
        );
      const text = (value: unknown): string => textOf(object, column, value, names);
      return [{ name: columnName(column), before: text(was[column]), after: text(becomes[column]) }];
    })
    .filter((change) => change.before !== '' || change.after !== '');
}

/** What the entry is about: its own name, else that of what its key names. */
export function nameOf({ object, object_id: id }: Entry, own: string, names: Names): string {
  if (object === 'auth' && own === '') return id.replace(/^account /, '账号 ').replace(/^address /, '地址 ');
  const parts = id.split('/');
  const keyed = (KEYS[object] ?? [])
    .map((kind, at) => (kind ? names.of(kind, parts[at] ?? '') : own))
    .filter((text) => text !== '');
  return keyed.length > 0 ? keyed.join(' · ') : own;
}
