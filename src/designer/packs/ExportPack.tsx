import { Button, Input, Select, Table, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../runtime/screen/pageSizes.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { KIND_NAMES, PACK_KINDS, packCalls, titleOf, type ListedItem } from './packs.ts';

const DEBOUNCE_MS = 300;
/** Maximum number of selected items that are shown as tags. If more are selected, their number follows the tags. */
const MAX_TAGS = 12;

/** Selects the items of a pack. Related items are proposed in the next step. */
export function ExportPack() {
  const services = useServices();
  const [kind, setKind] = useState('form');
  const [typedKeyword, setTypedKeyword] = useState('');
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const [selectedItems, setSelectedItems] = useState<readonly ListedItem[]>([]);
  const [isDialogOpen, setDialogOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setKeyword(typedKeyword.trim());
      setPage((before) => (typedKeyword.trim() === keyword ? before : { ...before, pageNum: 1 }));
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typedKeyword, keyword]);
  const { load, reload } = useLoad(
    () => packCalls.items(services, { kind, keyword }, page),
    [services, kind, keyword, page],
  );
  if (load.state === 'error' && !load.value) return <Failure error={load.error} onRetry={reload} />;
  const rows = load.value?.data ?? [];
  return (
    <>
      <div className="dp-bar">
        <Select
          aria-label="种类"
          value={kind}
          onChange={(next) => {
            setKind(next);
            setPage({ ...page, pageNum: 1 });
          }}
          options={PACK_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
          data-filter="kind"
        />
        <Input
          aria-label="名称或键"
          placeholder="按名称或键查找"
          allowClear
          value={typedKeyword}
          onChange={({ target }) => setTypedKeyword(target.value)}
          data-filter="keyword"
        />
        <Button
          type="primary"
          disabled={selectedItems.length === 0}
          onClick={() => setDialogOpen(true)}
          data-action="export-pack"
        >
          下一步{selectedItems.length > 0 ? `（已选 ${selectedItems.length} 项）` : ''}
        </Button>
      </div>
      {selectedItems.length > 0 ? (
        <div className="dp-chosen" aria-label="已选择">
          {selectedItems.slice(0, MAX_TAGS).map((item) => (
            <Tag
              key={item.id}
              closable
              onClose={() => setSelectedItems(selectedItems.filter(({ id }) => id !== item.id))}
              data-chosen={item.id}
            >
              {titleOf(item)}
            </Tag>
          ))}
          {selectedItems.length > MAX_TAGS ? <span className="sc-note">等 {selectedItems.length} 项</span> : null}
          <Button type="link" size="small" onClick={() => setSelectedItems([])} data-action="clear-chosen">
            全部清除
          </Button>
        </div>
      ) : null}
      <Table<ListedItem>
        size="small"
        rowKey="id"
        loading={load.state === 'loading'}
        dataSource={rows}
        pagination={false}
        className="dp-wide"
        locale={{ emptyText: keyword === '' ? '没有可导出的内容' : '没有找到，请换个名称或种类' }}
        rowSelection={{
          selectedRowKeys: selectedItems.map(({ id }) => id),
          preserveSelectedRowKeys: true,
          getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
          getCheckboxProps: ({ name }) => ({ 'aria-label': `选择${name}` }) as object,
          onChange: (ids) => {
            const itemsById = new Map([...selectedItems, ...rows].map((item) => [item.id, item]));
            setSelectedItems(ids.flatMap((id) => itemsById.get(String(id)) ?? []));
          },
        }}
        columns={[
          { title: '名称', dataIndex: 'name', width: 200 },
          { title: '键', dataIndex: 'key', width: 220, className: 'dp-key' },
          { title: '最后修改', dataIndex: 'time', width: 160, render: (time: string) => time || '—' },
        ]}
      />
      {(load.value?.page.total ?? 0) > DEFAULT_PAGE_SIZE ? (
        <Pager
          {...page}
          total={load.value?.page.total ?? 0}
          onChange={(pageNum, pageSize) => setPage({ pageNum, pageSize })}
        />
      ) : null}
      {isDialogOpen ? <ExportDialog selectedItems={selectedItems} onClose={() => setDialogOpen(false)} /> : null}
    </>
  );
}
