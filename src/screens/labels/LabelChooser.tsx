import { Alert, Button, Checkbox, Empty, Input, Skeleton } from 'antd';
import { useState } from 'react';
import type { LabelPrintNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../runtime/screen/pageSizes.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';

/** Selection of the records to label, with search and pages; the selection persists across pages. */
export function LabelChooser({
  node,
  maxRecords,
  onDone,
}: {
  node: LabelPrintNode;
  maxRecords: number;
  onDone(ids: readonly string[]): void;
}) {
  const services = useServices();
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const [keyword, setKeyword] = useState('');
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const { load, reload } = useLoad(
    () =>
      services.records.list(
        node.formKey,
        { page, conditions: [], ...(keyword ? { keyword } : {}), sort: { field: 'createTime', order: 'desc' } },
        node.noAuth === true,
      ),
    [services, node.formKey, node.noAuth, page, keyword],
  );
  const rows = load.value?.list ?? [];
  const pageIds = rows.flatMap(({ id }) => id ?? []);
  const areAllSelected = pageIds.length > 0 && pageIds.every((id) => selectedIds.includes(id));
  const select = (changedIds: readonly string[], isOn: boolean): void =>
    setSelectedIds(
      isOn ? [...new Set([...selectedIds, ...changedIds])] : selectedIds.filter((id) => !changedIds.includes(id)),
    );
  return (
    <section className="lb-chooser" aria-label="选择要打印标签的记录">
      <h2>{node.title ?? '标签打印'}</h2>
      <div className="lb-bar">
        <Input.Search
          className="lb-search"
          allowClear
          enterButton="查询"
          placeholder="编号、名称"
          aria-label="查询记录"
          onSearch={(text) => {
            setKeyword(text.trim());
            setPage({ ...page, pageNum: 1 });
          }}
        />
        <Checkbox
          checked={areAllSelected}
          indeterminate={!areAllSelected && pageIds.some((id) => selectedIds.includes(id))}
          disabled={pageIds.length === 0}
          onChange={({ target }) => select(pageIds, target.checked)}
        >
          本页全选
        </Checkbox>
        <Button
          type="primary"
          disabled={selectedIds.length === 0 || selectedIds.length > maxRecords}
          onClick={() => onDone(selectedIds)}
          data-action="confirm"
        >
          打印所选（{selectedIds.length}）
        </Button>
      </div>
      {selectedIds.length > maxRecords ? (
        <Alert type="warning" showIcon message={`一次最多打印 ${maxRecords} 条记录的标签，请减少所选`} />
      ) : null}
      {load.state === 'error' ? (
        <Alert
          type="error"
          showIcon
          message="列表加载失败"
          description={messageOf(load.error)}
          action={
            <Button size="small" onClick={reload} data-action="retry">
              重试
            </Button>
          }
        />
      ) : null}
      {load.state === 'loading' && rows.length === 0 ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {load.state === 'ready' && rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={keyword ? '没有符合条件的记录' : '还没有记录'} />
      ) : null}
      <ul>
        {rows.map((record) => (
          <li key={record.id}>
            <Checkbox
              checked={selectedIds.includes(record.id ?? '')}
              onChange={({ target }) => select([record.id ?? ''], target.checked)}
              data-choose={record.id}
            >
              {record.title || '未填写'}　
              <span className="lb-when">
                {record.createByName} {record.createTime}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {load.value && load.value.total > DEFAULT_PAGE_SIZE ? (
        <Pager {...page} total={load.value.total} onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })} />
      ) : null}
    </section>
  );
}
