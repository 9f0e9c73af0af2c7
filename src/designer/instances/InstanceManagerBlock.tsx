import { ReloadOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Space } from 'antd';
import { useState } from 'react';
import type { FlowInstanceManagerNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../runtime/screen/pageSizes.ts';
import type { InstanceStatus } from '../../runtime/services/flowAdmin.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { InstanceDialogs, type OpenDialog } from './InstanceDialogs.tsx';
import { InstanceTable } from './InstanceTable.tsx';

const STATUS_OPTIONS: readonly { value: InstanceStatus; label: string }[] = [
  { value: 'all', label: '全部在办' },
  { value: 'stuck', label: '无法继续' },
  { value: 'overdue', label: '已超期' },
  { value: 'suspended', label: '已暂停' },
];

/**
 * The list of running processes for administrators, with the operations on them: suspend, resume, assign the current
 * tasks to other people (`assign`), retry, change the version (`move`). `reassign` transfers all tasks of a person who
 * leaves; `versions` shows how many processes use each version.
 */
export function InstanceManagerBlock({ node }: BlockProps<FlowInstanceManagerNode>) {
  const { title = '实例管理' } = node;
  return (
    <ManagerGate title={title} openKeyParameter="instance">
      {() => <Instances title={title} />}
    </ManagerGate>
  );
}

function Instances({ title }: { title: string }) {
  const services = useServices();
  const [status, setStatus] = useState<InstanceStatus>('all');
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const { load, reload } = useLoad(
    () => services.flowAdmin.instances({ page, status, ...(keyword ? { keyword } : {}) }),
    [services, page, status, keyword],
  );
  const changeFilter = (change: () => void): void => {
    change();
    setSelectedIds([]);
    setPage({ ...page, pageNum: 1 });
  };
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  const rows = load.value?.list ?? [];
  const selectedRows = rows.filter(({ instanceId }) => selectedIds.includes(instanceId));
  const isNoneSelected = selectedRows.length === 0;
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Segmented
            value={status}
            options={[...STATUS_OPTIONS]}
            onChange={(value) => changeFilter(() => setStatus(value))}
            aria-label="状态"
          />
          <Input.Search
            className="sc-search"
            allowClear
            placeholder="标题或申请人"
            aria-label="查找流程"
            defaultValue={keyword}
            onSearch={(value) => changeFilter(() => setKeyword(value.trim()))}
          />
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
        </Space>
      </div>
      <Space wrap className="dz-instance-tools">
        <Button
          disabled={isNoneSelected || selectedRows.every(({ suspended }) => suspended !== undefined)}
          onClick={() => setOpenDialog({ kind: 'suspend', rows: selectedRows.filter(({ suspended }) => !suspended) })}
          data-action="suspend"
        >
          暂停
        </Button>
        <Button
          disabled={isNoneSelected || !selectedRows.some(({ suspended }) => suspended)}
          onClick={() => setOpenDialog({ kind: 'resume', rows: selectedRows.filter(({ suspended }) => suspended) })}
          data-action="resume"
        >
          恢复
        </Button>
        <Button
          disabled={isNoneSelected || !selectedRows.some(({ stuck }) => stuck === 'noCandidate')}
          onClick={() =>
            setOpenDialog({ kind: 'assign', rows: selectedRows.filter(({ stuck }) => stuck === 'noCandidate') })
          }
          data-action="assign"
        >
          改派
        </Button>
        <Button
          disabled={isNoneSelected || !selectedRows.some(({ stuck }) => stuck === 'failing')}
          onClick={() =>
            setOpenDialog({ kind: 'retry', rows: selectedRows.filter(({ stuck }) => stuck === 'failing') })
          }
          data-action="retry"
        >
          立即重试
        </Button>
        <Button
          disabled={
            isNoneSelected || new Set(selectedRows.map(({ formKey, flowKey }) => `${formKey} ${flowKey}`)).size > 1
          }
          onClick={() => setOpenDialog({ kind: 'move', rows: selectedRows })}
          data-action="move"
        >
          变更版本
        </Button>
        <Button onClick={() => setOpenDialog({ kind: 'reassign', rows: [] })} data-action="reassign">
          离职交接
        </Button>
        <Button onClick={() => setOpenDialog({ kind: 'versions', rows: [] })} data-action="versions">
          版本分布
        </Button>
      </Space>
      <InstanceTable
        rows={rows}
        isLoading={load.state === 'loading'}
        selectedIds={selectedIds}
        onSelect={setSelectedIds}
      />
      {load.value && load.value.total > 0 ? (
        <Pager
          {...page}
          total={load.value.total}
          isEmpty={rows.length === 0}
          onChange={(pageNum, pageSize) => {
            setSelectedIds([]);
            setPage({ pageNum, pageSize });
          }}
        />
      ) : null}
      <InstanceDialogs
        dialog={openDialog}
        onClose={() => setOpenDialog(null)}
        onDone={() => {
          setOpenDialog(null);
          setSelectedIds([]);
          reload();
        }}
      />
    </div>
  );
}
