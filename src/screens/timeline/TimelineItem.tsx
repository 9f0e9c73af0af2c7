import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  CommentOutlined,
  EditOutlined,
  PaperClipOutlined,
  PlusCircleOutlined,
  SendOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TimelineEntry } from '../../runtime/services/recordPages.ts';
import { detailAddress } from '../navigation/pageNavigation.ts';
import { actionName } from '../todo/actionNames.ts';

/** Chinese verbs of actions, shown before the name of the record. */
const VERBS: Readonly<Record<string, string>> = {
  create: '新建了',
  save: '修改了',
  submit: '提交了',
  import: '导入了',
  remove: '删除了',
  restore: '恢复了',
  effect: '联动更新了',
  clear: '清除失效引用，更新了',
  call: '服务回填了',
  void: '作废了',
  approve: '通过了',
  return: '退回了',
  reject: '没有同意',
  takeBack: '撤回了',
  finish: '办结了',
};
const ICONS: Readonly<Record<string, ReactNode>> = {
  create: <PlusCircleOutlined />,
  import: <PlusCircleOutlined />,
  submit: <SendOutlined />,
  approve: <CheckCircleOutlined />,
  reject: <CloseCircleOutlined />,
  void: <CloseCircleOutlined />,
  remove: <CloseCircleOutlined />,
  return: <UndoOutlined />,
  takeBack: <UndoOutlined />,
  comment: <CommentOutlined />,
  file: <PaperClipOutlined />,
};
const GOOD_ACTIONS = new Set(['approve', 'restore']);
const BAD_ACTIONS = new Set(['reject', 'void', 'remove', 'return']);

const toneOf = (action: string): string =>
  GOOD_ACTIONS.has(action) ? 'good' : BAD_ACTIONS.has(action) ? 'bad' : 'plain';

const verbOf = ({ kind, action }: TimelineEntry): string =>
  kind === 'comment' ? '评论了' : kind === 'file' ? '上传附件到' : (VERBS[action] ?? `${actionName(action)}了`);

/** One entry of the timeline: person, action, record and changes. The record is a link, unless the page shows it. */
export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const { action, userName, isOwn: isOfShownRecord, formName, title, changes, count: changeCount } = entry;
  return (
    <li className="tl-entry" data-action-done={action} data-record={entry.recordId}>
      <span className={`tl-icon tl-${toneOf(action)}`} aria-hidden="true">
        {ICONS[action] ?? <EditOutlined />}
      </span>
      <div className="tl-body">
        <p>
          <strong>{userName || '系统'}</strong> {verbOf(entry)}{' '}
          {isOfShownRecord ? (
            <>本{formName}</>
          ) : (
            <>
              {formName}{' '}
              <Link to={detailAddress({ formKey: entry.formKey, id: entry.recordId })}>{title || '未填写标题'}</Link>
            </>
          )}
          {entry.taskNode ? <span className="tl-note">（{entry.taskNode}）</span> : null}
        </p>
        {entry.text ? <blockquote>{entry.text}</blockquote> : null}
        {entry.note ? <p className="tl-note">{entry.note}</p> : null}
        {changes.length > 0 ? (
          <ul>
            {changes.map(({ place: location, before, after }, index) => (
              <li key={index}>
                {location}：<del>{before || '空'}</del>
                <span aria-label="改为"> → </span>
                <ins>{after || '空'}</ins>
              </li>
            ))}
            {changeCount > changes.length ? (
              <li className="tl-note">另有 {changeCount - changes.length} 处修改</li>
            ) : null}
          </ul>
        ) : null}
      </div>
      <time dateTime={entry.time.replace(' ', 'T')}>{entry.time.slice(11, 16)}</time>
    </li>
  );
}
