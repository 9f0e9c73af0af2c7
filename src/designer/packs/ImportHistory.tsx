import { Button, Table } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../runtime/screen/pageSizes.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { KIND_NAMES, packCalls, ITEM_STATES, type ImportedItem, type ImportRow } from './packs.ts';

/** Time for which the reason of a failed undo is shown; it may name several items. */
const ERROR_SECONDS = 8;

/** The history of imports with their items. An import can be undone until one of its items is changed. */
export function ImportHistory() {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const { load, reload } = useLoad(() => packCalls.imports(services, page), [services, page]);
  if (load.state === 'error' && !load.value) return <Failure error={load.error} onRetry={reload} />;
  const undo = ({ id, name, added, changed }: ImportRow): void =>
    confirm({
      title: `撤销“${name}”的这次导入？`,
      content: `${changed > 0 ? `更新过的 ${changed} 项恢复到导入前；` : ''}${added > 0 ? `新增的 ${added} 项去掉，已有记录或审批的改为停用；` : ''}全部成功才会生效。`,
      okText: '撤销导入',
      isDanger: true,
      onOk: async () => {
        try {
          const { restored, removed, kept } = await packCalls.undo(services, id);
          message.success(
            `已撤销：恢复 ${restored} 项，去掉 ${removed} 项${kept.length > 0 ? `，停用并保留 ${kept.join('、')}` : ''}`,
          );
        } catch (error) {
          message.error(messageOf(error), ERROR_SECONDS);
        }
        reload();
      },
    });
  return (
    <>
      <Table<ImportRow>
        size="small"
        rowKey="id"
        loading={load.state === 'loading'}
        dataSource={load.value?.data ?? []}
        pagination={false}
        scroll={{ x: 760 }}
        locale={{ emptyText: '还没有导入过配置包' }}
        expandable={{ expandedRowRender: (row) => <ImportedItems id={row.id} /> }}
        columns={[
          {
            title: '名称',
            key: 'name',
            width: 200,
            render: (_value, { name, note }) => (
              <>
                {name}
                {note ? <div className="sc-note">{note}</div> : null}
              </>
            ),
          },
          {
            title: '来源',
            key: 'made',
            width: 180,
            render: (_value, { madeBy, madeAt }) => (
              <span className="sc-note">
                {madeBy} {madeAt}
              </span>
            ),
          },
          {
            title: '导入',
            key: 'imported',
            width: 180,
            render: (_value, { importedBy, importedAt }) => `${importedBy} ${importedAt}`,
          },
          {
            title: '内容',
            key: 'count',
            width: 140,
            render: (_value, { added, changed }) => `新增 ${added}，更新 ${changed}`,
          },
          {
            title: '操作',
            key: 'act',
            width: 150,
            render: (_value, row) =>
              row.undoneAt ? (
                <span title={`${row.undoneBy} ${row.undoneAt}`}>
                  <StatusTag tone="plain">已撤销</StatusTag>
                </span>
              ) : (
                <Button type="link" size="small" danger onClick={() => undo(row)} data-action="undo-import">
                  撤销
                </Button>
              ),
          },
        ]}
      />
      {(load.value?.page.total ?? 0) > DEFAULT_PAGE_SIZE ? (
        <Pager
          {...page}
          total={load.value?.page.total ?? 0}
          onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
        />
      ) : null}
    </>
  );
}

/** The items of one import. */
function ImportedItems({ id }: { id: string }) {
  const services = useServices();
  const { load, reload } = useLoad(() => packCalls.detail(services, id), [services, id]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  return (
    <Table<ImportedItem>
      size="small"
      rowKey="id"
      loading={load.state === 'loading'}
      dataSource={load.value ?? []}
      pagination={(load.value?.length ?? 0) > 20 ? { pageSize: 20, showSizeChanger: false } : false}
      columns={[
        { title: '种类', dataIndex: 'kind', width: 80, render: (kind: string) => KIND_NAMES[kind] },
        { title: '名称', dataIndex: 'name', width: 200 },
        { title: '键', dataIndex: 'key', className: 'dp-key' },
        {
          title: '变化',
          key: 'state',
          width: 220,
          render: (_value, { state, version, versionBefore }) =>
            `${state === 'conflict' ? '覆盖' : ITEM_STATES[state].label}${version === null ? '' : versionBefore === null ? `：第 ${version} 版` : `：第 ${versionBefore} 版 → 第 ${version} 版`}`,
        },
      ]}
    />
  );
}
