import { Alert, Button, Empty, Segmented, Spin } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState, type ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { CompiledList } from '../compile.ts';
import { GanttBar, type BarShift } from './GanttBar.tsx';
import { DAY_FORMAT, daysBetween, toGanttRows, shiftedDates, type GanttFields, type GanttRow } from './ganttRows.ts';
import { useSaveFields } from './useSaveFields.ts';

/** Maximum number of records in the chart; the view shows a note if there are more. */
const MAX_RECORDS = 300;
/** Height of a row, in pixels. */
const ROW_HEIGHT = 36;
/** Width of a day in pixels, by scale. */
const PIXELS_PER_DAY = { week: 18, month: 6, quarter: 2 } as const;
type Scale = keyof typeof PIXELS_PER_DAY;

interface Props {
  list: CompiledList;
  fields: GanttFields;
  query: ListQuery;
  /** A new value loads the records again. */
  refreshKey: unknown;
  /** Shown if the query finds no records. */
  empty: ReactNode;
  /** Returns true if the user may currently edit the record. */
  mayEdit(record: FormRecord): boolean;
  onOpen(record: FormRecord): void;
}

/** Gantt chart of records. A user who may edit a record can move and resize its bar. */
export function GanttView({ list, fields, query, refreshKey, empty, mayEdit, onOpen }: Props) {
  const services = useServices();
  const [scale, setScale] = useState<Scale>('quarter');
  const { load, reload, refresh } = useLoad(
    () =>
      services.records.list(
        list.formKey,
        {
          ...query,
          page: { pageNum: 1, pageSize: MAX_RECORDS },
          sort: { field: fields.start, order: 'desc' },
        },
        list.isWholeUnit,
      ),
    [services, list, fields, JSON.stringify({ ...query, page: null }), refreshKey],
  );
  const { rows, undatedCount } = useMemo(() => toGanttRows(load.value?.list ?? [], fields), [load.value, fields]);
  const saveFields = useSaveFields(list.formKey);
  const save = async (row: GanttRow, shift: BarShift): Promise<void> => {
    await saveFields(row.record, shiftedDates(row, fields, shift), '日期');
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
            undatedCount > 0 ? `另有 ${undatedCount} 条没有起止日期` : '',
            total > MAX_RECORDS ? `只画前 ${MAX_RECORDS} 条，共 ${total} 条，可加条件缩小范围` : '',
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
        <Chart rows={rows} pixelsPerDay={PIXELS_PER_DAY[scale]} mayEdit={mayEdit} onOpen={onOpen} onMove={save} />
      )}
    </Spin>
  );
}

interface ChartProps {
  rows: readonly GanttRow[];
  pixelsPerDay: number;
  mayEdit(record: FormRecord): boolean;
  onOpen(record: FormRecord): void;
  onMove(row: GanttRow, shift: BarShift): Promise<void>;
}

function Chart({ rows, pixelsPerDay, mayEdit, onOpen, onMove }: ChartProps) {
  const firstMonth = dayjs(
    rows.reduce((earliest, { start }) => (start < earliest ? start : earliest), '9999-12-31'),
  ).startOf('month');
  const lastDay = dayjs(rows.reduce((latest, { end }) => (end > latest ? end : latest), '')).endOf('month');
  const firstDay = firstMonth.format(DAY_FORMAT);
  const width = (lastDay.diff(firstMonth, 'day') + 1) * pixelsPerDay;
  const xOf = (day: string): number => daysBetween(firstDay, day) * pixelsPerDay;
  const months = Array.from({ length: lastDay.diff(firstMonth, 'month') + 1 }, (_none, index) =>
    firstMonth.add(index, 'month'),
  );
  const today = dayjs().format(DAY_FORMAT);
  const indexById = new Map(rows.map((row, index) => [row.id, index]));
  return (
    <section className="sc-gantt" aria-label="甘特图" data-gantt={rows.length}>
      <div className="sc-gantt-names" style={{ paddingTop: ROW_HEIGHT }}>
        {rows.map((row) => (
          <button
            key={row.id}
            type="button"
            style={{ height: ROW_HEIGHT, paddingInlineStart: 8 + row.depth * 16 }}
            onClick={() => onOpen(row.record)}
            title={row.record.title ?? ''}
          >
            {row.record.title || '未填写标题'}
          </button>
        ))}
      </div>
      <div className="sc-gantt-scroll">
        <div className="sc-gantt-plane" style={{ width, height: (rows.length + 1) * ROW_HEIGHT }}>
          {months.map((month) => {
            const showsYear = month.month() === 0 || month.isSame(firstMonth, 'month');
            const showsLabel = pixelsPerDay > 3 || month.month() % 3 === 0;
            return (
              <div
                key={month.format('YYYY-MM')}
                className="sc-gantt-month"
                style={{
                  left: xOf(month.format(DAY_FORMAT)),
                  width: month.daysInMonth() * pixelsPerDay,
                  height: '100%',
                }}
              >
                {showsLabel ? (
                  <span style={{ height: ROW_HEIGHT }}>{month.format(showsYear ? 'YYYY年M月' : 'M月')}</span>
                ) : null}
              </div>
            );
          })}
          {today >= firstDay && today <= lastDay.format(DAY_FORMAT) ? (
            <div className="sc-gantt-today" style={{ left: xOf(today) }} title="今天" />
          ) : null}
          <svg className="sc-gantt-lines" width={width} height={(rows.length + 1) * ROW_HEIGHT} aria-hidden="true">
            {rows.flatMap((row, index) =>
              row.predecessorIds.flatMap((id) => {
                const predecessorIndex = indexById.get(id);
                const predecessor = predecessorIndex === undefined ? undefined : rows[predecessorIndex];
                if (predecessorIndex === undefined || !predecessor) return [];
                const [x1, y1] = [xOf(predecessor.end) + pixelsPerDay, (predecessorIndex + 1.5) * ROW_HEIGHT];
                const [x2, y2] = [xOf(row.start), (index + 1.5) * ROW_HEIGHT];
                return [<path key={`${id} ${row.id}`} d={`M${x1},${y1} h8 V${y2} H${x2}`} fill="none" />];
              }),
            )}
          </svg>
          {rows.map((row, index) => (
            <GanttBar
              key={`${row.id} ${row.start} ${row.end}`}
              row={row}
              left={xOf(row.start)}
              top={(index + 1) * ROW_HEIGHT}
              pixelsPerDay={pixelsPerDay}
              mayMove={mayEdit(row.record)}
              onOpen={() => onOpen(row.record)}
              onMove={(shift) => onMove(row, shift)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
