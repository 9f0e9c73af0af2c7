import { Button, Modal, Segmented, Table } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { LineDiff } from '../diff/LineDiff.tsx';
import {
  KIND_NAMES,
  itemIdText,
  ITEM_STATES,
  titleOf,
  type Preview,
  type PreviewItem,
  type ItemState,
} from './packs.ts';

interface Props {
  preview: Preview;
  selectedIds: readonly string[];
  onChange(selectedIds: string[]): void;
}

/** Table of the items of a pack and how they differ from this installation. The user selects the items to import. */
export function PreviewTable({ preview: { items }, selectedIds, onChange }: Props) {
  const [stateFilter, setStateFilter] = useState<ItemState | 'all'>('all');
  const [comparedItem, setComparedItem] = useState<PreviewItem | null>(null);
  const countInState = (state: ItemState): number => items.filter((item) => item.state === state).length;
  const stateOrder = Object.keys(ITEM_STATES);
  const shownItems = items
    .filter(({ state }) => stateFilter === 'all' || state === stateFilter)
    .sort((a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state));
  return (
    <section aria-label="包中的内容" className="dp-section">
      <div className="dp-bar">
        <h3 className="dp-head">包中的内容（{items.length}）</h3>
        <Segmented
          size="small"
          value={stateFilter}
          onChange={(value) => setStateFilter(value as ItemState | 'all')}
          options={[
            { value: 'all', label: '全部' },
            ...(Object.keys(ITEM_STATES) as ItemState[])
              .filter((state) => countInState(state) > 0)
              .map((state) => ({ value: state, label: `${ITEM_STATES[state].label} ${countInState(state)}` })),
          ]}
        />
      </div>
      <Table<PreviewItem>
        size="small"
        rowKey={itemIdText}
        dataSource={shownItems}
        className="dp-wide"
        pagination={shownItems.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        rowSelection={{
          selectedRowKeys: [...selectedIds],
          preserveSelectedRowKeys: true,
          getTitleCheckboxProps: () => ({ 'aria-label': '全选' }),
          getCheckboxProps: ({ name, state }) =>
            ({ disabled: state === 'same', 'aria-label': `导入${name}` }) as object,
          onChange: (ids) => onChange(ids.map(String)),
        }}
        columns={[
          { title: '种类', dataIndex: 'kind', width: 80, render: (kind: string) => KIND_NAMES[kind] },
          { title: '名称', dataIndex: 'name', width: 180 },
          { title: '键', dataIndex: 'key', width: 180, className: 'dp-key' },
          {
            title: '差异',
            key: 'state',
            width: 80,
            render: (_value, { state }) => (
              <span title={ITEM_STATES[state].note} data-state={state}>
                <StatusTag tone={ITEM_STATES[state].tone}>{ITEM_STATES[state].label}</StatusTag>
              </span>
            ),
          },
          {
            title: '本系统',
            key: 'here',
            width: 200,
            render: (_value, { state, changedBy, changedAt, isDisabled }) =>
              state === 'new' ? (
                <span className="sc-note">没有</span>
              ) : (
                <span className="sc-note">
                  {isDisabled ? '已停用，导入后启用；' : ''}
                  {changedBy ? `${changedBy} ${changedAt}` : '已有'}
                </span>
              ),
          },
          {
            title: '操作',
            key: 'act',
            width: 90,
            render: (_value, item) =>
              item.here !== null && item.there !== null ? (
                <Button type="link" size="small" onClick={() => setComparedItem(item)} data-action="compare">
                  对比
                </Button>
              ) : null,
          },
        ]}
      />
      {comparedItem ? <CompareDialog item={comparedItem} onClose={() => setComparedItem(null)} /> : null}
    </section>
  );
}

function CompareDialog({ item, onClose }: { item: PreviewItem; onClose(): void }) {
  useReturnedFocus();
  return (
    <Modal
      open
      title={`${titleOf(item)}：本系统与包中的差异`}
      width="min(960px, 96vw)"
      footer={null}
      onCancel={onClose}
    >
      <p className="sc-note">“−”为本系统现在的内容，“+”为导入后的内容。</p>
      <LineDiff before={item.here ?? ''} after={item.there ?? ''} />
    </Modal>
  );
}
