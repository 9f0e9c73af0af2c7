import { DownloadOutlined, LockOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Segmented, Space } from 'antd';
import { useState } from 'react';
import type { AuditLogNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { AuditEntry, AuditQuery, AuditSource } from '../../runtime/services/audit.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../runtime/screen/pageSizes.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { AuditCards } from './AuditCards.tsx';
import { AuditFilters, NO_FILTERS } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { LocksDialog } from './LocksDialog.tsx';
import './audit.css';

/** Maximum number of entries that the server counts; larger totals are estimates. */
const MAX_COUNTED: Readonly<Record<AuditSource, number>> = { system: 100_000, record: 10_000 };
const SOURCES: { value: AuditSource; label: string }[] = [
  { value: 'system', label: '系统数据' },
  { value: 'record', label: '业务单据' },
];

/** The audit log for administrators: lists the changes with person, time and IP address. Read-only. */
export function AuditLogBlock({ node }: BlockProps<AuditLogNode>) {
  const { title = '审计日志' } = node;
  return (
    <ManagerGate title={title} openKeyParameter="entry">
      {() => <AuditLog title={title} />}
    </ManagerGate>
  );
}

function AuditLog({ title }: { title: string }) {
  const { audit } = useServices();
  const { message } = useFeedback();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [source, setSource] = useState<AuditSource>('system');
  const [query, setQuery] = useState<AuditQuery>(NO_FILTERS);
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const [isLocksDialogOpen, setLocksDialogOpen] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const { load: choices } = useLoad(() => audit.filterOptions(), [audit]);
  const { load, reload } = useLoad(
    async () => ({ source, ...(await audit.list(source, query, page)) }),
    [audit, source, query, page],
  );
  const addFilter = (changes: Partial<AuditQuery>): void => {
    setQuery({ ...query, ...changes });
    setPage({ ...page, pageNum: 1 });
  };
  const changeSource = (next: AuditSource): void => {
    setSource(next);
    setQuery({ ...NO_FILTERS, from: query.from, to: query.to, userId: query.userId });
    setPage({ ...page, pageNum: 1 });
  };
  const exportLog = (): void => {
    setExporting(true);
    audit
      .exportRows(query, `${title}-${new Date().toLocaleDateString('sv-SE').replace(/-/g, '')}`)
      .then(
        (isSaved) => (isSaved ? message.success('已导出') : undefined),
        (error: unknown) => message.error(messageOf(error)),
      )
      .finally(() => setExporting(false));
  };
  // after a change of the source, rows of the previous source are not shown while loading
  const rows = load.value?.source === source ? load.value.list : [];
  const total = load.value?.source === source ? load.value.total : 0;
  const List = isPhone ? AuditCards : AuditTable;
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Segmented<AuditSource> value={source} options={SOURCES} onChange={changeSource} aria-label="日志范围" />
          <Button icon={<LockOutlined />} onClick={() => setLocksDialogOpen(true)} data-action="locks">
            登录锁定
          </Button>
          {source === 'system' ? (
            <Button icon={<DownloadOutlined />} loading={isExporting} onClick={exportLog} data-action="export">
              导出
            </Button>
          ) : null}
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
        </Space>
      </div>
      <AuditFilters key={source} source={source} query={query} choices={choices.value} onChange={addFilter} />
      {query.objectId ? (
        <p className="sc-note dz-audit-only">
          只显示编号为 <code>{query.objectId}</code> 的日志
        </p>
      ) : null}
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : (
        <>
          <List
            rows={rows}
            isLoading={load.state === 'loading'}
            showsRecordLog={source === 'record'}
            onFilterBy={(entry: AuditEntry, criterion) =>
              addFilter(
                criterion === 'person' ? { userId: entry.userId } : { object: entry.object, objectId: entry.objectId },
              )
            }
          />
          <Pager
            pageNum={page.pageNum}
            pageSize={page.pageSize}
            total={total}
            isEstimate={total >= MAX_COUNTED[source]}
            onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
          />
        </>
      )}
      {isLocksDialogOpen ? (
        <LocksDialog
          onClose={() => {
            setLocksDialogOpen(false);
            reload();
          }}
        />
      ) : null}
    </div>
  );
}
