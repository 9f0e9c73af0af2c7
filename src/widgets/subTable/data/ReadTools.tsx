import { useEffect, useRef } from 'react';
import { Button, Input, type InputRef } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { PHONE_WIDTH, useNarrower } from '../../../runtime/host/mediaQuery.ts';
import { hasTopButton } from '../../../rules/topButtons.ts';
import { CardOrder } from '../cards/CardOrder.tsx';
import { useTable, useTopic } from '../model.ts';
import { BlockSums } from '../parts/BlockSums.tsx';
import { isUnarranged } from '../read/arrangeRows.ts';
import type { ArrangeControl } from '../read/useArrangeControl.ts';
import { DataTools } from './DataTools.tsx';

const NO_ACTION = (): void => undefined;
/** Minimum number of rows for which the search box is shown. */
const MIN_SEARCHABLE_ROWS = 10;

/** Toolbar of a read-only table: search, number of shown rows, and the configured export button. */
export function ReadTools() {
  const {
    table: { node },
    arrangeControl,
  } = useTable();
  const hasExport = hasTopButton(node, 'exportData');
  const isArranged = arrangeControl !== null && !isUnarranged(arrangeControl.arrangement);
  if (!hasExport && !isArranged && (arrangeControl === null || arrangeControl.total < MIN_SEARCHABLE_ROWS)) return null;
  return (
    <div className="st-toolbar">
      {hasExport && <DataTools toolbarHandlers={{ add: NO_ACTION, saveAll: NO_ACTION, refresh: NO_ACTION }} />}
      {arrangeControl !== null && (arrangeControl.total >= MIN_SEARCHABLE_ROWS || isArranged) && (
        <FindBox arrangeControl={arrangeControl} isArranged={isArranged} />
      )}
    </div>
  );
}

function FindBox({ arrangeControl, isArranged }: { arrangeControl: ArrangeControl; isArranged: boolean }) {
  const { store } = useTable();
  useTopic(store.topics, 'structure');
  const box = useRef<InputRef>(null);
  useEffect(() => store.topics.subscribe('find', () => box.current?.focus({ cursor: 'all' })), [store]);
  const count = store.rows.all().length;
  const isPhone = useNarrower(PHONE_WIDTH);
  return (
    <>
      <Input
        ref={box}
        size="small"
        className="st-find"
        allowClear
        prefix={<SearchOutlined />}
        placeholder="在表中查找"
        aria-label="在表中查找"
        data-action="find-rows"
        value={arrangeControl.arrangement.searchText}
        onChange={(event) => arrangeControl.search(event.target.value)}
      />
      {isPhone && <CardOrder arrangeControl={arrangeControl} />}
      <span className="st-space" />
      <BlockSums />
      {isArranged && (
        <Button size="small" type="link" data-action="clear-arrangement" onClick={arrangeControl.clear}>
          恢复全部
        </Button>
      )}
      <output className="st-count">
        {count === arrangeControl.total ? `共 ${count} 行` : `显示 ${count} 行，共 ${arrangeControl.total} 行`}
      </output>
    </>
  );
}
