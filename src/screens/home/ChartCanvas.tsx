import {
  BarChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  RadarChart,
  SankeyChart,
  ScatterChart,
  TreemapChart,
} from 'echarts/charts';
import {
  AriaComponent,
  CalendarComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  RadarComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { init, use, type ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useContext, useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import { BoardContext } from '../board/boardContext.ts';
import { chartColumns } from './chartColumns.ts';
import { chartTheme } from './chartTheme.ts';
import { pictureOf, type ChartHandle } from './pictureOf.ts';

use([
  BarChart,
  FunnelChart,
  GaugeChart,
  LineChart,
  PieChart,
  RadarChart,
  ScatterChart,
  HeatmapChart,
  SankeyChart,
  TreemapChart,
  AriaComponent,
  CalendarComponent,
  MarkLineComponent,
  VisualMapComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  RadarComponent,
  TitleComponent,
  TooltipComponent,
  CanvasRenderer,
]);

interface Props {
  option: Record<string, unknown>;
  height: number;
  label: string;
  /** The rows that are drawn, shown as a table to those who cannot see the picture; `table`: a better one. */
  rows?: readonly unknown[];
  table?: ReactNode;
  handle?: Ref<ChartHandle>;
  /** A mark of the chart was pressed. */
  onPress?(params: { seriesIndex?: number; dataIndex?: number }): void;
}

/** Draws an option and follows the size of its place; the rows stand beside it as a table for those who cannot see it. */
export function ChartCanvas({ option, height, label, rows, table, handle, onPress }: Props) {
  const scale = useContext(BoardContext)?.scale ?? 1;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const press = useRef(onPress);
  useEffect(() => {
    press.current = onPress;
  });
  useEffect(() => {
    if (!place.current) return undefined;
    // a board on a wall is drawn larger, and as fine as the wall
    const own = init(place.current, chartTheme(place.current), { devicePixelRatio: window.devicePixelRatio * scale });
    chart.current = own;
    own.on('click', ({ seriesIndex, dataIndex }) =>
      press.current?.({ ...(seriesIndex === undefined ? {} : { seriesIndex }), dataIndex }),
    );
    // dark or light, as the page becomes
    const look = new MutationObserver(() => {
      if (place.current) own.setTheme(chartTheme(place.current));
    });
    look.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const sizes = new ResizeObserver(() => own.resize());
    sizes.observe(place.current);
    return () => {
      sizes.disconnect();
      look.disconnect();
      own.dispose();
      chart.current = null;
    };
  }, [scale]);
  useImperativeHandle(handle, () => ({ picture: () => (chart.current ? pictureOf(chart.current) : null) }), []);
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option, scale]);
  return (
    <>
      <div ref={place} style={{ height }} aria-hidden data-chart={label} />
      {table ? (
        <div className="sc-hidden-text">{table}</div>
      ) : (
        <ChartTable label={label} option={option} rows={rows ?? []} />
      )}
    </>
  );
}

const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function ChartTable({ label, option, rows }: Pick<Props, 'label' | 'option'> & { rows: readonly unknown[] }) {
  const records = rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
  const columns = chartColumns(option, records[0] ?? {});
  return (
    <div className="sc-hidden-text">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((row, index) => (
            <tr key={index}>
              {columns.map(({ key }) => (
                <td key={key}>{text(row[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
