import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { Failure } from '../../screens/shared/Failure.tsx';
import { DocumentTable } from '../DocumentTable.tsx';
import { useDocuments } from '../useDocuments.ts';
import { NewFlowDialog } from './NewFlowDialog.tsx';

/** All processes; new ones are made here. */
export function FlowList({ title, onOpen }: { title: string; onOpen(flowKey: string): void }) {
  const { load, reload, search, setSearch, all, found } = useDocuments();
  const [isNew, setNew] = useState(false);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Input.Search className="sc-search" allowClear placeholder="流程键或名称" aria-label="查找流程" value={search} onChange={(event) => setSearch(event.target.value)} />
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setNew(true)} data-action="create">新建流程</Button>
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">刷新</Button>
        </Space>
      </div>
      <DocumentTable documents={found} isLoading={load.state === 'loading'} isSearched={search.trim() !== ''} onOpen={onOpen} />
      {isNew ? <NewFlowDialog taken={all.map(({ key }) => key)} onClose={() => setNew(false)} onMade={onOpen} /> : null}
    </div>
  );
}
