import { useEffect, useRef } from 'react';
import { Button, Input, type InputRef } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import { hasTopButton } from '../../../rules/topButtons.ts';
import { CardSortFilter } from '../cards/CardSortFilter.tsx';
import { useTable, useTopic } from '../model.ts';
import { SelectionSums } from '../parts/SelectionSums.tsx';
import { isUnsortedAndUnfiltered } from '../read/arrangeRows.ts';
import type { SortFilterControl } from '../read/useSortFilterControl.ts';
import { DataTools } from './DataTools.tsx';

const NO_ACTION = (): void => undefined;
/** A table with fewer rows shows the search box only while it is sorted or filtered. */
const MIN_SEARCHABLE_ROWS = 10;

/**
 * Toolbar of a read-only table: export button (if configured), search box, sums of the selected cells, number of rows,
 * and on a phone sorting and filtering. Renders nothing for a table with few rows that has no export button and is
 * neither sorted nor filtered.
 */
export function ReadTools() {
  const {
    table: { node },
    sortFilterControl,
  } = useTable();
  const hasExport = hasTopButton(node, 'exportData');
  const isSortedOrFiltered = sortFilterControl !== null && !isUnsortedAndUnfiltered(sortFilterControl.sortAndFilter);
  if (
    !hasExport &&
    !isSortedOrFiltered &&
    (sortFilterControl === null || sortFilterControl.total < MIN_SEARCHABLE_ROWS)
  )
    return null;
  return (
    <div className="st-toolbar">
      {hasExport && <DataTools toolbarHandlers={{ add: NO_ACTION, saveAll: NO_ACTION, refresh: NO_ACTION }} />}
      {sortFilterControl !== null && (sortFilterControl.total >= MIN_SEARCHABLE_ROWS || isSortedOrFiltered) && (
        <SearchAndCount sortFilterControl={sortFilterControl} isSortedOrFiltered={isSortedOrFiltered} />
      )}
    </div>
  );
}

function SearchAndCount({
  sortFilterControl,
  isSortedOrFiltered,
}: {
  sortFilterControl: SortFilterControl;
  isSortedOrFiltered: boolean;
}) {
  const { store } = useTable();
  useTopic(store.topics, 'structure');
  const searchInput = useRef<InputRef>(null);
  useEffect(() => store.topics.subscribe('find', () => searchInput.current?.focus({ cursor: 'all' })), [store]);
  const shownRowCount = store.rows.all().length;
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  return (
    <>
      <Input
        ref={searchInput}
        size="small"
        className="st-find"
        allowClear
        prefix={<SearchOutlined />}
        placeholder="在表中查找"
        aria-label="在表中查找"
        data-action="find-rows"
        value={sortFilterControl.sortAndFilter.searchText}
        onChange={(event) => sortFilterControl.search(event.target.value)}
      />
      {isPhone && <CardSortFilter sortFilterControl={sortFilterControl} />}
      <span className="st-space" />
      <SelectionSums />
      {isSortedOrFiltered && (
        <Button size="small" type="link" data-action="clear-arrangement" onClick={sortFilterControl.clear}>
          恢复全部
        </Button>
      )}
      <output className="st-count">
        {shownRowCount === sortFilterControl.total
          ? `共 ${shownRowCount} 行`
          : `显示 ${shownRowCount} 行，共 ${sortFilterControl.total} 行`}
      </output>
    </>
  );
}
