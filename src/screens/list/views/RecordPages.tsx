import { Alert, Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { Pager } from '../../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../../runtime/screen/pageSizes.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import type { ListState } from '../query.ts';
import { RecordCards } from '../RecordCards.tsx';
import { RecordTable } from '../RecordTable.tsx';

/** The conditions that limit a list to the selected place: an area or point of a map, or a record of a tree. */
export interface PlaceFilter {
  conditions: ListQuery['conditions'];
  /** Shown above the records. */
  notice?: ReactNode;
}

interface Props {
  list: CompiledList;
  columns: readonly ListColumn[];
  query: ListQuery;
  sort: ListState['sort'];
  /** A change of this value loads the records again. */
  refreshKey: unknown;
  /** Identifies the selected place. After a change, the list begins at its first page. */
  placeKey: string;
  /** Shown when the place has no records. */
  empty: ReactNode;
  placeFilter(): PlaceFilter | Promise<PlaceFilter>;
  actionsOf(record: FormRecord): ReactNode;
  onSort(sort: ListState['sort']): void;
  onResize(field: string, width: number): void;
  onOpen(record: FormRecord): void;
}

/**
 * The records of the place that the user selects next to the list, in a tree or on a map: a table with pages; on
 * phones, cards.
 */
export function RecordPages(props: Props) {
  const { list, columns, query, sort, refreshKey, empty, placeFilter, actionsOf, onOpen } = props;
  const services = useServices();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const shownListKey = JSON.stringify([props.placeKey, { ...query, page: null }]);
  const [page, setPage] = useState({ listKey: shownListKey, pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const { pageNum, pageSize } = page.listKey === shownListKey ? page : { pageNum: 1, pageSize: page.pageSize };
  const { load, reload } = useLoad(async () => {
    const { conditions, notice } = await placeFilter();
    const answer = await services.records.list(
      list.formKey,
      { ...query, page: { pageNum, pageSize }, conditions: [...query.conditions, ...conditions] },
      list.isWholeUnit,
    );
    return { ...answer, notice };
    // oxlint-disable-next-line react/exhaustive-deps -- `shownListKey` contains the query and the place
  }, [services, list, shownListKey, pageNum, pageSize, refreshKey]);
  const sharedProps = {
    columns,
    records: load.value?.list ?? [],
    isLoading: load.state === 'loading',
    empty: load.state === 'ready' ? empty : <span />,
    actionsOf,
    onOpen,
  };
  return (
    <>
      {load.state === 'error' ? (
        <Alert
          type="error"
          showIcon
          message="列表加载失败"
          description={messageOf(load.error)}
          action={<Button onClick={reload}>重试</Button>}
        />
      ) : null}
      {load.value?.notice}
      {load.value === undefined && load.state === 'loading' ? (
        <Skeleton active />
      ) : isPhone ? (
        <RecordCards {...sharedProps} />
      ) : (
        <RecordTable
          {...sharedProps}
          title={list.title}
          sort={sort}
          defaultSort={list.sort}
          firstNumber={(pageNum - 1) * pageSize + 1}
          onSort={props.onSort}
          onResize={props.onResize}
        />
      )}
      {load.value && load.value.total > 0 ? (
        <Pager
          pageNum={pageNum}
          pageSize={pageSize}
          total={load.value.total}
          isEstimate={load.value.isEstimate === true}
          isEmpty={load.value.list.length === 0}
          onChange={(nextNum, nextSize) => setPage({ listKey: shownListKey, pageNum: nextNum, pageSize: nextSize })}
        />
      ) : null}
    </>
  );
}
