import { Alert, Badge, Button, Calendar, Spin } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState, type MouseEvent } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { PHONE_WIDTH, useNarrower } from '../../../runtime/host/mediaQuery.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList, ListColumn } from '../compile.ts';
import { dayOf } from '../more/storedDays.ts';

/** Maximum number of records that are loaded for a month; the view shows a note when there are more. */
const MAX_RECORDS = 500;
/** Maximum number of records shown in a day cell, before the link 「还有 n 条」. */
const MAX_PER_DAY = 3;
const DAY_FORMAT = 'YYYY-MM-DD';

interface Props {
  list: CompiledList;
  column: ListColumn;
  query: ListQuery;
  refreshKey: unknown;
  onOpen(record: FormRecord): void;
  onDay(day: string): void;
}

const dayIn = (record: FormRecord, { field, system, dateFormat }: ListColumn): string =>
  dayOf(system === 'createTime' ? record.createTime : record.fieldsMap[field], dateFormat);

/** The handler of a button in a day: the press does not also select the day, which may turn the month. */
const only =
  (act: () => void) =>
  (event: MouseEvent): void => {
    event.stopPropagation();
    act();
  };

/** Records in a month calendar by one date field. */
export function CalendarView({ list, column, query, refreshKey, onOpen, onDay }: Props) {
  const services = useServices();
  const isPhone = useNarrower(PHONE_WIDTH);
  const [month, setMonth] = useState<Dayjs>(() => dayjs());
  // the grid also shows days of the adjacent months
  const [from, to] = [
    month.startOf('month').subtract(7, 'day').format(DAY_FORMAT),
    month.endOf('month').add(14, 'day').format(DAY_FORMAT),
  ];
  const { load, reload } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        {
          ...query,
          page: { pageNum: 1, pageSize: MAX_RECORDS },
          sort: { field: column.field, order: 'asc' },
          conditions: [
            ...query.conditions,
            { field: column.field, op: 'range', value: [from, `${to} 23:59:59`.slice(0, column.system ? 19 : 10)] },
          ],
        },
        list.isUnfiltered,
      ),
    [services, list, column.field, from, to, JSON.stringify(query), refreshKey],
  );
  const recordsByDay = useMemo(() => {
    const byDay = new Map<string, FormRecord[]>();
    for (const record of load.value?.list ?? []) {
      const day = dayIn(record, column);
      byDay.set(day, [...(byDay.get(day) ?? []), record]);
    }
    return byDay;
  }, [load.value, column]);
  return (
    <Spin spinning={load.state === 'loading'}>
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
          message={`本月记录较多，只显示前 ${MAX_RECORDS} 条，共 ${load.value.total} 条；可加条件缩小范围`}
        />
      ) : null}
      <Calendar
        className="sc-calendar"
        mode="month"
        value={month}
        onPanelChange={(day) => setMonth(day)}
        onSelect={(day) => setMonth(day)}
        cellRender={(current, { type }) => {
          if (type !== 'date') return null;
          const day = current.format(DAY_FORMAT);
          const records = recordsByDay.get(day) ?? [];
          if (isPhone)
            return records.length === 0 ? null : (
              <button type="button" className="sc-day-count" onClick={only(() => onDay(day))} data-day={day}>
                {records.length} 条
              </button>
            );
          return (
            <ul className="sc-day" data-day={day}>
              {records.slice(0, MAX_PER_DAY).map((record) => (
                <li key={record.id}>
                  <button type="button" onClick={only(() => onOpen(record))} title={record.title ?? ''}>
                    <Badge status="processing" text={record.title || '未填写标题'} />
                  </button>
                </li>
              ))}
              {records.length > MAX_PER_DAY ? (
                <li>
                  <button type="button" onClick={only(() => onDay(day))}>
                    还有 {records.length - MAX_PER_DAY} 条
                  </button>
                </li>
              ) : null}
            </ul>
          );
        }}
      />
    </Spin>
  );
}
