import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { PHONE_WIDTH, useNarrower } from '../../../runtime/host/mediaQuery.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { Pager } from '../../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../../runtime/screen/pageSizes.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { RecordCards } from '../RecordCards.tsx';
import { RecordTable } from '../RecordTable.tsx';
import type { MapViewProps } from './MapView.tsx';
import { placeConditions } from './places.ts';

/** The list of the records of the chosen place; without one, of all records. */
export function PlaceRecords(props: MapViewProps) {
  const { list, fields, columns, query, sort, refreshKey, empty, place, actionsOf, onOpen } = props;
  const services = useServices();
  const isPhone = useNarrower(PHONE_WIDTH);
  const shownPlace = JSON.stringify([place, { ...query, page: null }]);
  const [page, setPage] = useState({ place: shownPlace, pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  // another place begins at its first page
  const { pageNum, pageSize } = page.place === shownPlace ? page : { pageNum: 1, pageSize: page.pageSize };
  const { load, reload } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        {
          ...query,
          page: { pageNum, pageSize },
          conditions: [...query.conditions, ...placeConditions(fields, place)],
        },
        list.isWholeUnit,
      ),
    [services, list, fields, shownPlace, pageNum, pageSize, refreshKey],
  );
  const shared = {
    columns,
    records: load.value?.list ?? [],
    isLoading: load.state === 'loading',
    empty:
      load.state !== 'ready' ? (
        <span />
      ) : place === '' ? (
        empty
      ) : (
        <span className="sc-note">这里没有符合条件的记录</span>
      ),
    actionsOf,
    onOpen,
  };
  return (
    <div className="sc-map-records">
      {load.state === 'error' ? (
        <Alert
          type="error"
          showIcon
          message="列表加载失败"
          description={messageOf(load.error)}
          action={<Button onClick={reload}>重试</Button>}
        />
      ) : null}
      {load.value === undefined && load.state === 'loading' ? (
        <Skeleton active />
      ) : isPhone ? (
        <RecordCards {...shared} />
      ) : (
        <RecordTable
          {...shared}
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
          onChange={(nextNum, nextSize) => setPage({ place: shownPlace, pageNum: nextNum, pageSize: nextSize })}
        />
      ) : null}
    </div>
  );
}
