import { ImportOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Empty, Input, Space, Table } from 'antd';
import { useState } from 'react';
import { useServices } from '../runtime/contexts.ts';
import { Failure } from '../screens/shared/Failure.tsx';
import { onRowKey } from '../screens/shared/rowKeys.ts';
import { ToneTag } from '../screens/shared/ToneTag.tsx';
import { useLoad } from '../screens/shared/useLoad.ts';
import { ImportFormsDialog } from './ImportFormsDialog.tsx';
import { NewFormDialog } from './NewFormDialog.tsx';

/** All forms: key, name, published version, whether a draft waits, when it last changed. */
export function FormList({ title, onOpen }: { title: string; onOpen(formKey: string): void }) {
  const services = useServices();
  const { load, reload } = useLoad(() => services.forms.list(), [services]);
  const [search, setSearch] = useState('');
  const [isNew, setNew] = useState(false);
  const [isImporting, setImporting] = useState(false);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  const word = search.trim().toLowerCase();
  const forms = (load.value ?? []).filter((form) => `${form.formKey} ${form.formName}`.toLowerCase().includes(word));
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Input.Search className="sc-search" allowClear placeholder="表单键或名称" aria-label="查找表单" value={search} onChange={(event) => setSearch(event.target.value)} />
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setNew(true)} data-action="create">新建表单</Button>
          <Button icon={<ImportOutlined />} onClick={() => setImporting(true)} data-action="import">导入表单</Button>
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">刷新</Button>
        </Space>
      </div>
      <Table
        size="middle" rowKey="formKey" loading={load.state === 'loading'} dataSource={forms} pagination={forms.length > 20 ? { pageSize: 20 } : false} scroll={{ x: 760 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word ? '没有符合条件的表单' : '还没有表单'} /> }}
        onRow={(form) => ({ tabIndex: 0, 'data-form-key': form.formKey, onDoubleClick: () => onOpen(form.formKey), onKeyDown: (event) => onRowKey(event, () => onOpen(form.formKey)) } as React.HTMLAttributes<HTMLElement>)}
        columns={[
          { title: '表单名称', dataIndex: 'formName', width: 220, render: (name: string, form) => <button type="button" className="sc-link" onClick={() => onOpen(form.formKey)}>{name}</button> },
          { title: '表单键', dataIndex: 'formKey', width: 220 },
          { title: '已发布版本', dataIndex: 'version', width: 110, render: (version: number) => (version > 0 ? `第 ${version} 版` : '未发布') },
          { title: '草稿', dataIndex: 'hasDraft', width: 100, render: (hasDraft: boolean) => (hasDraft ? <ToneTag tone="warn">有草稿</ToneTag> : null) },
          { title: '更新时间', dataIndex: 'updateTime', width: 180 },
          { title: '操作', key: 'open', width: 90, render: (_value, form) => <Button type="link" size="small" onClick={() => onOpen(form.formKey)} data-action="edit">编辑</Button> },
        ]}
      />
      {isNew ? <NewFormDialog taken={(load.value ?? []).map((form) => form.formKey)} onClose={() => setNew(false)} onMade={onOpen} /> : null}
      {isImporting ? <ImportFormsDialog taken={(load.value ?? []).map((form) => form.formKey)} onClose={() => setImporting(false)} onOpen={onOpen} onImported={reload} /> : null}
    </div>
  );
}
