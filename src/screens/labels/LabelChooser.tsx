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
  maxLabels,
  onDone,
}: {
  node: LabelPrintNode;
  maxLabels: number;
  onDone(ids: readonly string[]): void;
}) {
  const services = useServices();
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const [keyword, setKeyword] = useState('');
  const [ids, setIds] = useState<readonly string[]>([]);
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
  const areAllSelected = pageIds.length > 0 && pageIds.every((id) => ids.includes(id));
  const select = (changedIds: readonly string[], isOn: boolean): void =>
    setIds(isOn ? [...new Set([...ids, ...changedIds])] : ids.filter((id) => !changedIds.includes(id)));
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
          indeterminate={!areAllSelected && pageIds.some((id) => ids.includes(id))}
          disabled={pageIds.length === 0}
          onChange={({ target }) => select(pageIds, target.checked)}
        >
          本页全选
        </Checkbox>
        <Button
          type="primary"
          disabled={ids.length === 0 || ids.length > maxLabels}
          onClick={() => onDone(ids)}
          data-action="confirm"
        >
          打印所选（{ids.length}）
        </Button>
      </div>
      {ids.length > maxLabels ? (
        <Alert type="warning" showIcon message={`一次最多打印 ${maxLabels} 张，请减少所选`} />
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
              checked={ids.includes(record.id ?? '')}
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
