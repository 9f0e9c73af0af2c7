import type { ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import type { SyncState } from './drafts/draftSync.ts';

interface Props {
  title: string;
  record: FormRecord | null;
  hasFlow: boolean;
  isDirty: boolean;
  draftState: SyncState;
  children: ReactNode;
}

/** Texts for unsaved changes, by the state of their draft. */
const DRAFT_STATE_TEXTS: Readonly<Record<SyncState, string>> = {
  none: '未保存',
  waiting: '未保存，正在保留草稿',
  synced: '未保存，草稿已保留',
  offline: '未保存，离线：草稿保留在本机',
  refused: '未保存，草稿保留在本机',
};

/** Sticky header of a record: title, state and buttons. */
export function RecordHeader({ title, record, hasFlow, isDirty, draftState, children }: Props) {
  const infoTexts = record
    ? [
        record.taskNode && record.flwState === '1' ? `当前节点：${record.taskNode}` : '',
        record.createByName ? `创建人：${record.createByName}` : '',
        record.createTime ? `创建时间：${record.createTime}` : '',
      ].filter((text) => text !== '')
    : [];
  return (
    <header className="sc-record-header">
      <div className="sc-record-title">
        <h2>
          {title}
          {record ? (
            <FlowStateTag state={record.flwState ?? '0'} hasFlow={hasFlow} isWithdrawn={record.isWithdrawn} />
          ) : null}
          {isDirty ? (
            <span className="sc-unsaved" data-draft={draftState} aria-live="polite">
              {DRAFT_STATE_TEXTS[draftState]}
            </span>
          ) : null}
        </h2>
        {infoTexts.length > 0 ? <p className="sc-note">{infoTexts.join('　')}</p> : null}
      </div>
      <div className="sc-record-buttons">{children}</div>
    </header>
  );
}
