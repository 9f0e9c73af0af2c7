import { useMemo } from 'react';
import { Alert, Button, Input, Spin } from 'antd';
import { Dialog } from '../../../runtime/host/Dialog.tsx';
import { notice } from '../../../runtime/host/notice.ts';
import { Pager } from '../../../runtime/screen/Pager.tsx';
import { useTable } from '../model.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import { appendRows } from './appendRows.ts';
import { columnLabels } from './filler.ts';
import { pickSourceOf, type PickSource } from './pickSource.ts';
import { PickCards } from './PickCards.tsx';
import { PickTable } from './PickTable.tsx';
import { usePick } from './usePick.ts';

/** The dialog 选择数据 (SE-001): 80 % wide and draggable by its title; full width on a phone. */
export function PickDialog({ onClose }: { onClose(): void }) {
  const { table, actions } = useTable();
  const source = useMemo(() => pickSourceOf(table, actions), [table, actions]);
  return (
    <Dialog title="选择数据" isOpen onClose={onClose}>
      {source === null ? (
        <Alert type="warning" message="此表未配置可选的数据来源，请联系管理员" />
      ) : (
        <Picker source={source} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Picker({ source, onClose }: { source: PickSource; onClose(): void }) {
  const model = useTable();
  const isNarrow = useIsNarrowerThan(PHONE_WIDTH);
  const pick = usePick(model, source);
  const { page, failure, query, chosenItems } = pick;
  const columns = model.layout.map(({ column }) => column).filter((column) => source.columns.includes(column));
  const addChosen = async (): Promise<void> => {
    const result = await appendRows(
      model,
      [...chosenItems.values()].map((item) => item.values),
      { title: '正在添加', lookedUpKeys: source.lookedUpKeys },
    );
    if (result === null) return;
    if (result.refusedKeys.size > 0)
      notice('warning', `您不能填写这些列，已留空：${columnLabels(model, result.refusedKeys)}`);
    onClose();
  };
  const Rows = isNarrow ? PickCards : PickTable;
  return (
    <div className="st-pick">
      <Input.Search
        allowClear
        placeholder="输入关键字查找"
        aria-label="输入关键字查找"
        value={pick.searchText}
        onChange={(event) => pick.setSearchText(event.target.value)}
      />
      {failure !== null && (
        <Alert
          type="error"
          showIcon
          message={`数据加载失败：${failure}`}
          action={
            <Button size="small" data-action="retry" onClick={pick.retry}>
              重试
            </Button>
          }
        />
      )}
      <Spin spinning={page === null && failure === null}>
        {failure === null && <Rows pick={pick} columns={columns} isMultiple={model.table.node.multiple === true} />}
      </Spin>
      {failure === null && (
        <Pager pageNum={query.pageNum} pageSize={query.pageSize} total={page?.total ?? 0} onChange={pick.setPage} />
      )}
      <footer className="st-pick-foot">
        <output>
          {pick.isLimitReached ? `已选 ${chosenItems.size} 条，已达到可添加的行数` : `已选 ${chosenItems.size} 条`}
        </output>
        {chosenItems.size > 0 && (
          <Button type="link" size="small" data-action="clear-picks" onClick={pick.clear}>
            清空
          </Button>
        )}
        <span className="st-space" />
        <Button data-action="cancel" onClick={onClose}>
          取消
        </Button>
        <Button
          type="primary"
          data-action="confirm"
          disabled={chosenItems.size === 0}
          onClick={() => {
            void addChosen();
          }}
        >
          确定
        </Button>
      </footer>
    </div>
  );
}
