import { Alert, Button, Empty, Segmented, Spin } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState, type ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { messageOf } from '../../shared/messages.ts';
import { newId } from '../../shared/newId.ts';
import { useFeedback } from '../../shared/useFeedback.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList } from '../compile.ts';
import { GanttBar, type Moved } from './GanttBar.tsx';
import { DAY, daysFrom, ganttRows, movedDays, type GanttFields, type GanttRow } from './ganttRows.ts';

/** The most records of a chart; what is beyond is said. */
const MOST = 300;
const ROW = 36;
/** Pixels of a day. */
const SCALES = { week: 18, month: 6, quarter: 2 } as const;
type Scale = keyof typeof SCALES;

interface Props {
  list: CompiledList;
  fields: GanttFields;
  query: ListQuery;
  turn: unknown;
  empty: ReactNode;
  /** Whether this person may change the record now. */
  mayEdit(record: FormRecord): boolean;
  onOpen(record: FormRecord): void;
}

/** Records as bars from their first to their last day, moved and stretched by who may change them. */
export function GanttView({ list, fields, query, turn, empty, mayEdit, onOpen }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const [scale, setScale] = useState<Scale>('quarter');
  const { load, reload, refresh } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        {
          ...query,
          page: { pageNum: 1, pageSize: MOST },
          sort: { field: fields.start, order: 'desc' },
        },
        list.isUnfiltered,
      ),
    [services, list, fields, JSON.stringify({ ...query, page: null }), turn],
  );
  const { rows, undated } = useMemo(() => ganttRows(load.value?.list ?? [], fields), [load.value, fields]);
  const save = async (row: GanttRow, moved: Moved): Promise<void> => {
    try {
      const stored = await services.records.get(list.formKey, row.id);
      const fieldsMap = { ...stored.fieldsMap, ...movedDays(row, fields, moved) };
      await services.records.save(list.formKey, { ...stored, fieldsMap }, newId());
      message.success('日期已更新');
    } catch (error) {
      message.error(messageOf(error));
    }
    refresh();
  };
  if (load.state === 'error' && !load.value)
    return (
      <Alert
        type="error"
        showIcon
        message="甘特图加载失败"
        description={messageOf(load.error)}
        action={<Button onClick={reload}>重试</Button>}
      />
    );
  const total = load.value?.total ?? 0;
  return (
    <Spin spinning={load.state === 'loading'}>
      <div className="sc-gantt-bar">
        <Segmented<Scale>
          value={scale}
          onChange={setScale}
          options={[
            { value: 'week', label: '周' },
            { value: 'month', label: '月' },
            { value: 'quarter', label: '季' },
          ]}
        />
        <span className="sc-note">
          {[
            `${rows.length} 条`,
            undated > 0 ? `另有 ${undated} 条没有起止日期` : '',
            total > MOST ? `只画前 ${MOST} 条，共 ${total} 条，可加条件缩小范围` : '',
          ]
            .filter(Boolean)
            .join('，')}
        </span>
      </div>
      {rows.length === 0 ? (
        load.state === 'ready' ? (
          total > 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这些记录没有起止日期" />
          ) : (
            empty
          )
        ) : null
      ) : (
        <Chart rows={rows} perDay={SCALES[scale]} mayEdit={mayEdit} onOpen={onOpen} onMove={save} />
      )}
    </Spin>
  );
}

interface ChartProps {
  rows: readonly GanttRow[];
  perDay: number;
  mayEdit(record: FormRecord): boolean;
  onOpen(record: FormRecord): void;
  onMove(row: GanttRow, moved: Moved): Promise<void>;
}

function Chart({ rows, perDay, mayEdit, onOpen, onMove }: ChartProps) {
  const first = dayjs(rows.reduce((least, { start }) => (start < least ? start : least), '9999-12-31')).startOf(
    'month',
  );
  const last = dayjs(rows.reduce((most, { end }) => (end > most ? end : most), '')).endOf('month');
  const from = first.format(DAY);
  const width = (last.diff(first, 'day') + 1) * perDay;
  const x = (day: string): number => daysFrom(from, day) * perDay;
  const months = Array.from({ length: last.diff(first, 'month') + 1 }, (_none, index) => first.add(index, 'month'));
  const today = dayjs().format(DAY);
  const at = new Map(rows.map((row, index) => [row.id, index]));
  return (
    <section className="sc-gantt" aria-label="甘特图" data-gantt={rows.length}>
      <div className="sc-gantt-names" style={{ paddingTop: ROW }}>
        {rows.map((row) => (
          <button
            key={row.id}
            type="button"
            style={{ height: ROW, paddingInlineStart: 8 + row.depth * 16 }}
            onClick={() => onOpen(row.record)}
            title={row.record.title ?? ''}
          >
            {row.record.title || '未填写标题'}
          </button>
        ))}
      </div>
      <div className="sc-gantt-scroll">
        <div className="sc-gantt-plane" style={{ width, height: (rows.length + 1) * ROW }}>
          {months.map((month) => {
            const isYear = month.month() === 0 || month.isSame(first, 'month');
            const isShown = perDay > 3 || month.month() % 3 === 0;
            return (
              <div
                key={month.format('YYYY-MM')}
                className="sc-gantt-month"
                style={{ left: x(month.format(DAY)), width: month.daysInMonth() * perDay, height: '100%' }}
              >
                {isShown ? <span style={{ height: ROW }}>{month.format(isYear ? 'YYYY年M月' : 'M月')}</span> : null}
              </div>
            );
          })}
          {today >= from && today <= last.format(DAY) ? (
            <div className="sc-gantt-today" style={{ left: x(today) }} title="今天" />
          ) : null}
          <svg className="sc-gantt-lines" width={width} height={(rows.length + 1) * ROW} aria-hidden="true">
            {rows.flatMap((row, index) =>
              row.after.flatMap((id) => {
                const before = at.get(id);
                const other = before === undefined ? undefined : rows[before];
                if (before === undefined || !other) return [];
                const [x1, y1] = [x(other.end) + perDay, (before + 1.5) * ROW];
                const [x2, y2] = [x(row.start), (index + 1.5) * ROW];
                return [<path key={`${id} ${row.id}`} d={`M${x1},${y1} h8 V${y2} H${x2}`} fill="none" />];
              }),
            )}
          </svg>
          {rows.map((row, index) => (
            <GanttBar
              key={`${row.id} ${row.start} ${row.end}`}
              row={row}
              left={x(row.start)}
              top={(index + 1) * ROW}
              perDay={perDay}
              mayMove={mayEdit(row.record)}
              onOpen={() => onOpen(row.record)}
              onMove={(moved) => onMove(row, moved)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
