import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { Failure } from '../screens/shared/Failure.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { NewScreenDialog } from './NewScreenDialog.tsx';
import { useDocuments } from './useDocuments.ts';

/** All screens: pages of the menu, the shell, the pages before sign-in; new ones are made here. */
export function ScreenList({ title, onOpen }: { title: string; onOpen(screenKey: string): void }) {
  const { load, reload, search, setSearch, all, found } = useDocuments();
  const [isNew, setNew] = useState(false);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Input.Search className="sc-search" allowClear placeholder="界面键或名称" aria-label="查找界面" value={search} onChange={(event) => setSearch(event.target.value)} />
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setNew(true)} data-action="create">新建界面</Button>
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">刷新</Button>
        </Space>
      </div>
      <DocumentTable documents={found} isLoading={load.state === 'loading'} isSearched={search.trim() !== ''} onOpen={onOpen} />
      {isNew ? <NewScreenDialog screens={all} onClose={() => setNew(false)} onMade={onOpen} /> : null}
    </div>
  );
}
