import { Button, Drawer, Empty, Skeleton, Timeline } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { WRITE_NAMES } from '../../../domain/writeNames.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { Failure } from '../../shared/Failure.tsx';
import { StatusTag } from '../../shared/StatusTag.tsx';
import { useLoad } from '../../shared/useLoad.ts';
import { ACTION_NAMES } from '../../todo/actionNames.ts';
import { ChangeValues, changeLocation } from './ChangeValues.tsx';

interface Props {
  compiled: CompiledForm;
  formKey: string;
  recordId: string;
  onClose(): void;
}

const PAGE_STEP = 20;
const MAX_ENTRIES = 100;

/** 修改记录: list of the changes of a record with person, time and node; the latest first. */
export function ChangeHistory({ compiled, formKey, recordId, onClose }: Props) {
  useReturnedFocus();
  const services = useServices();
  const [size, setSize] = useState(PAGE_STEP);
  const { load, reload } = useLoad(
    () => services.records.history(formKey, recordId, { pageNum: 1, pageSize: Math.min(size, MAX_ENTRIES) }),
    [services, formKey, recordId, size],
  );
  const page = load.value;
  return (
    <Drawer open title="修改记录" onClose={onClose} width="min(560px, 100vw)">
      {load.state === 'error' ? <Failure error={load.error} title="修改记录加载失败" onRetry={reload} /> : null}
      {page === undefined && load.state === 'loading' ? <Skeleton active /> : null}
      {page?.list.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有修改记录" /> : null}
      <Timeline
        items={(page?.list ?? []).map((entry) => ({
          key: `${entry.revision} ${entry.action}`,
          children: (
            <div className="sc-history-entry" data-revision={entry.revision}>
              <strong>{entry.userName}</strong>{' '}
              <StatusTag tone={ACTION_NAMES[entry.action]?.tone ?? 'plain'}>
                {ACTION_NAMES[entry.action]?.label ?? WRITE_NAMES[entry.action] ?? entry.action}
              </StatusTag>{' '}
              <time>{entry.time}</time>
              {entry.taskNode ? <p className="sc-note">{entry.taskNode}</p> : null}
              {entry.note ? <p className="sc-note">{entry.note}</p> : null}
              {entry.changes.length > 0 ? (
                <ul className="sc-mark-list">
                  {entry.changes.map((change) => (
                    <li key={change.id}>
                      <strong>{changeLocation(compiled, change)}</strong>
                      <ChangeValues compiled={compiled} change={change} />
                    </li>
                  ))}
                  {entry.count > entry.changes.length ? (
                    <li className="sc-note">另有 {entry.count - entry.changes.length} 处</li>
                  ) : null}
                </ul>
              ) : (
                <p className="sc-note">填写内容没有变化</p>
              )}
            </div>
          ),
        }))}
      />
      {page && page.list.length < page.total && size < MAX_ENTRIES ? (
        <Button block onClick={() => setSize(size + PAGE_STEP)} loading={load.state === 'loading'} data-action="more">
          显示更早的
        </Button>
      ) : null}
      {page && page.list.length < page.total && size >= MAX_ENTRIES ? (
        <p className="sc-note">仅显示最近 {MAX_ENTRIES} 次修改</p>
      ) : null}
    </Drawer>
  );
}
