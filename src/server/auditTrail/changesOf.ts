import { TOPIC_NAMES } from '../../domain/messageKinds.ts';
import { DOCUMENT_KIND_NAMES } from '../documents/index.ts';
import { timeText } from '../http/time.ts';
import { KEY_PART_KINDS, kindOf, type ChangedRow, type Names } from './idNames.ts';
import { columnName, menuPropertyName } from './displayNames.ts';

/** One changed value with display texts; '' for no value. */
export interface AuditChange {
  name: string;
  before: string;
  after: string;
}

const SCOPES = { all: '全部', unit: '本单位', deptTree: '本部门及下级', dept: '本部门', self: '仅本人' };
const MAIL_PLACES = { '0': '信箱', '1': '已删除', '2': '彻底删除' };

/** Display texts of codes, by table and column. */
const CODE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'sys_role_scope.scope': SCOPES,
  'sys_org.type': { unit: '单位', dept: '部门' },
  'sys_notice.status': { '0': '草稿', '1': '已发布', '2': '已撤回' },
  'sys_notice.kind': { '1': '通知', '2': '公告' },
  'mail_message.place': MAIL_PLACES,
  'mail_receipt.place': MAIL_PLACES,
  'mail_message.status': { '0': '草稿', '1': '已发送' },
  'mail_receipt.kind': { to: '收件', cc: '抄送' },
  'sys_channel.kind': { webhook: 'Webhook', wecom: '企业微信机器人', dingtalk: '钉钉机器人', feishu: '飞书机器人' },
  'sys_channel.topics': TOPIC_NAMES,
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

/** Columns with internal data, or with the author and time of a change, which the audit log contains anyway. */
const OMITTED_COLUMNS = new Set([
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
/** Further columns that are left out, by table. */
const OMITTED_BY_TABLE: Readonly<Record<string, ReadonlySet<string>>> = {
  sys_menu: new Set(['shipped', 'revision', 'is_changed', 'code', 'id']),
};

type Values = Record<string, unknown>;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTime = (column: string, value: unknown): value is string =>
  column.endsWith('_at') && typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Returns the display text of a value of a column. `object`: the table. */
function textOf(object: string, column: string, value: unknown, names: Names): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (isTime(column, value)) return timeText(new Date(value));
  if (Array.isArray(value))
    return value.length === 0 ? '（空）' : value.map((item) => textOf(object, column, item, names)).join('、');
  if (isObject(value))
    return typeof value['md5'] === 'string'
      ? `${String(value['length'])} 个字符，校验和 ${value['md5']}`
      : JSON.stringify(value);
  const text = String(value);
  const kind = kindOf(object, column);
  if (kind) return names.of(kind, text);
  return CODE_LABELS[`${object}.${column}`]?.[text] ?? text;
}

/**
 * Returns the changes of a menu entry, one for each changed property. `path`: the keys that lead from the entry to
 * `before` and `after`; empty for the entry itself.
 */
function menuChanges(before: Values, after: Values, names: Names, path: readonly string[] = []): AuditChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [oldValue, newValue] = [before[key], after[key]];
    if (isObject(oldValue) || isObject(newValue))
      return menuChanges(isObject(oldValue) ? oldValue : {}, isObject(newValue) ? newValue : {}, names, [...path, key]);
    const text = (value: unknown): string => textOf('sys_menu', key, value, names);
    return text(oldValue) === text(newValue)
      ? []
      : [{ name: menuPropertyName([...path, key]), before: text(oldValue), after: text(newValue) }];
  });
}

/** Returns the changes that an entry of the audit log describes, by column, with display texts. */
export function changesOf({ object, before, after }: ChangedRow, names: Names): AuditChange[] {
  const [oldValues, newValues] = [before ?? {}, after ?? {}];
  return [...new Set([...Object.keys(oldValues), ...Object.keys(newValues)])]
    .filter((column) => !OMITTED_COLUMNS.has(column) && !OMITTED_BY_TABLE[object]?.has(column))
    .flatMap((column) => {
      if (object === 'sys_menu' && column === 'item')
        return menuChanges(
          isObject(oldValues[column]) ? oldValues[column] : {},
          isObject(newValues[column]) ? newValues[column] : {},
          names,
        );
      const text = (value: unknown): string => textOf(object, column, value, names);
      return [{ name: columnName(column), before: text(oldValues[column]), after: text(newValues[column]) }];
    })
    .filter((change) => change.before !== '' || change.after !== '');
}

/**
 * Returns the display name of the row that an entry of the audit log describes. If the row's key consists of references
 * to other objects (`KEY_PART_KINDS`), their names are joined; otherwise the result is the row's own name (`ownName`).
 * For an entry of the sign-in log (`auth`) without such a name, it is the account or address in the key.
 */
export function nameOf({ object, object_id: id }: ChangedRow, ownName: string, names: Names): string {
  if (object === 'auth' && ownName === '') return id.replace(/^account /, '账号 ').replace(/^address /, '地址 ');
  const parts = id.split('/');
  const keyNames = (KEY_PART_KINDS[object] ?? [])
    .map((kind, index) => (kind ? names.of(kind, parts[index] ?? '') : ownName))
    .filter((text) => text !== '');
  return keyNames.length > 0 ? keyNames.join(' · ') : ownName;
}
