import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Alert, Button, DatePicker, Empty, Segmented, Spin } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import type { FieldNode } from '../../../grammar/nodes.ts';
import type { FormRecord } from '../../../grammar/documents.ts';
import { relationOf } from '../../../kernel/index.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { useOptions } from '../../../runtime/options/useOptions.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList } from '../compile.ts';
import type { CalendarFields } from '../viewParts.ts';
import { DayDialog } from './DayDialog.tsx';
import { DAY_FORMAT, MonthGrid } from './MonthGrid.tsx';
import { lanesOf, overlapConditions, spanOf, type Span } from './spans.ts';
import { WeekLanes } from './WeekLanes.tsx';
import './calendar.css';

/** Maximum number of loaded records of a month or week; the view shows a note if there are more. */
const MAX_RECORDS = 500;
/** If the lane field can refer to more records than this (e.g. cars), records without entries then have no lane. */
const MAX_KNOWN_LANES = 50;

interface Props {
  list: CompiledList;
  fields: CalendarFields;
  query: ListQuery;
  refreshKey: unknown;
  onOpen(record: FormRecord): void;
}

const mondayOf = (day: Dayjs): Dayjs => day.startOf('day').subtract((day.day() + 6) % 7, 'day');

const NO_NODE: object = {};

/**
 * Returns the lanes that are shown even without records: the options of the field, or the records to which it can
 * refer.
 */
function useKnownLanes(
  list: CompiledList,
  laneField: FieldNode | undefined,
): readonly { key: string; label: string }[] {
  const services = useServices();
  const { options } = useOptions(laneField ?? NO_NODE);
  const relatedFormKey = laneField ? relationOf(laneField)?.to : undefined;
  const { load } = useLoad(
    () =>
      relatedFormKey === undefined || !laneField
        ? Promise.resolve([])
        : services.relations
            .candidates(
              relatedFormKey,
              { formKey: list.formKey, field: laneField.__vModel__, values: {} },
              { page: { pageNum: 1, pageSize: MAX_KNOWN_LANES }, conditions: [] },
            )
            // for too many records, and for records that the user may not read, only lanes with entries are shown
            .then(({ list: rows, total }) => (total > MAX_KNOWN_LANES ? [] : rows))
            .catch(() => []),
    [services, list.formKey, relatedFormKey, laneField],
  );
  return useMemo(
    () => [
      ...(options ?? []).map(({ value, label }) => ({ key: String(value), label: String(label) })),
      ...(load.value ?? []).map(({ id, title }) => ({ key: id, label: title })),
    ],
    [options, load.value],
  );
}

/** Records in a calendar over their days: a month, or a week with a row for each person or thing. */
export function CalendarView({ list, fields, query, refreshKey, onOpen }: Props) {
  const services = useServices();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [range, setRange] = useState(fields.opensWith);
  const [day, setDay] = useState<Dayjs>(() => dayjs());
  const [listedDay, setListedDay] = useState<string | null>(null);
  const firstDay = mondayOf(range === 'month' ? day.startOf('month') : day);
  const weekCount = range === 'month' ? Math.ceil((day.endOf('month').diff(firstDay, 'day') + 1) / 7) : 1;
  const [firstText, lastText] = [
    firstDay.format(DAY_FORMAT),
    firstDay.add(weekCount * 7 - 1, 'day').format(DAY_FORMAT),
  ];
  const { load, reload } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        {
          ...query,
          page: { pageNum: 1, pageSize: MAX_RECORDS },
          // the server cannot sort by a period field
          ...(fields.isPeriod ? {} : { sort: { field: fields.start, order: 'asc' as const } }),
          conditions: [...query.conditions, ...overlapConditions(fields, firstText, lastText)],
        },
        list.isWholeUnit,
      ),
    [services, list, fields, firstText, lastText, JSON.stringify(query), refreshKey],
  );
  const knownLanes = useKnownLanes(list, range === 'week' ? fields.lanes : undefined);
  const spans = useMemo(
    () =>
      (load.value?.list ?? []).map((record) => spanOf(record, fields)).filter((span): span is Span => span !== null),
    [load.value, fields],
  );
  const lanes = useMemo(
    () => (fields.lanes ? lanesOf(spans, fields.lanes.__vModel__, knownLanes) : [{ key: 'all', label: '', spans }]),
    [spans, fields, knownLanes],
  );
  const today = dayjs().format(DAY_FORMAT);
  const step = (count: number): void =>
    setDay(range === 'month' ? day.startOf('month').add(count, 'month') : day.add(count * 7, 'day'));
  const periodWord = range === 'month' ? '月' : '周';
  return (
    <Spin spinning={load.state === 'loading'}>
      <div className="sc-calendar-top">
        <Button onClick={() => setDay(dayjs())}>今天</Button>
        <Button icon={<LeftOutlined />} aria-label={`上一${periodWord}`} onClick={() => step(-1)} />
        <Button icon={<RightOutlined />} aria-label={`下一${periodWord}`} onClick={() => step(1)} />
        <DatePicker
          value={day}
          allowClear={false}
          picker={range === 'month' ? 'month' : 'date'}
          format={range === 'month' ? 'YYYY年M月' : () => `${firstText} 至 ${lastText}`}
          inputReadOnly
          aria-label={`选择${periodWord}`}
          onChange={(next) => setDay(next ?? dayjs())}
        />
        <Segmented<'month' | 'week'>
          value={range}
          onChange={setRange}
          options={[
            { value: 'month', label: '月' },
            { value: 'week', label: '周' },
          ]}
        />
        <span className="sc-note">
          {load.value ? `${load.value.isEstimate ? '约 ' : ''}${load.value.total} 条` : ''}
        </span>
      </div>
      {load.state === 'error' ? (
        <Alert
          type="error"
          showIcon
          message="日历加载失败"
          description={messageOf(load.error)}
          action={<Button onClick={reload}>重试</Button>}
        />
      ) : null}
      {load.value && load.value.total > MAX_RECORDS ? (
        <Alert
          type="info"
          showIcon
          message={`本${periodWord}记录较多，只显示前 ${MAX_RECORDS} 条，共 ${load.value.total} 条；可加条件缩小范围`}
        />
      ) : null}
      {range === 'month' ? (
        <MonthGrid
          month={day}
          firstDay={firstDay}
          weekCount={weekCount}
          spans={spans}
          today={today}
          isPhone={isPhone}
          onOpen={onOpen}
          onDay={setListedDay}
        />
      ) : lanes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="本周没有安排" />
      ) : (
        <WeekLanes
          firstDay={firstDay}
          lanes={lanes}
          laneTitle={fields.lanes ? (fields.lanes.label ?? '') : null}
          today={today}
          isPhone={isPhone}
          onOpen={onOpen}
        />
      )}
      {listedDay === null ? null : (
        <DayDialog day={listedDay} spans={spans} onOpen={onOpen} onClose={() => setListedDay(null)} />
      )}
    </Spin>
  );
}
