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
import { chartCellText, chartColumns } from './chartColumns.ts';
import { chartTheme } from './chartTheme.ts';
import { chartToDataUrl, type ChartHandle } from './chartToDataUrl.ts';

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
  /** The data that the chart shows, for the hidden table of screen readers. `table` replaces this table. */
  rows?: readonly unknown[];
  table?: ReactNode;
  handle?: Ref<ChartHandle>;
  /** Called after a click on an item of the chart, e.g. a bar, point or slice. */
  onPress?(params: { seriesIndex?: number; dataIndex?: number }): void;
}

/** Renders an ECharts option in the size of its container, with a visually hidden table for screen readers. */
export function ChartCanvas({ option, height, label, rows, table, handle, onPress }: Props) {
  const scale = useContext(BoardContext)?.scale ?? 1;
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const latestOnPress = useRef(onPress);
  useEffect(() => {
    latestOnPress.current = onPress;
  });
  useEffect(() => {
    if (!container.current) return undefined;
    // an enlarged board needs a proportionally higher pixel ratio
    const newChart = init(container.current, chartTheme(container.current), {
      devicePixelRatio: window.devicePixelRatio * scale,
    });
    chart.current = newChart;
    newChart.on('click', ({ seriesIndex, dataIndex }) =>
      latestOnPress.current?.({ ...(seriesIndex === undefined ? {} : { seriesIndex }), dataIndex }),
    );
    // observes changes between dark and light theme
    const themeObserver = new MutationObserver(() => {
      if (container.current) newChart.setTheme(chartTheme(container.current));
    });
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const sizeObserver = new ResizeObserver(() => newChart.resize());
    sizeObserver.observe(container.current);
    return () => {
      sizeObserver.disconnect();
      themeObserver.disconnect();
      newChart.dispose();
      chart.current = null;
    };
  }, [scale]);
  useImperativeHandle(handle, () => ({ toDataUrl: () => (chart.current ? chartToDataUrl(chart.current) : null) }), []);
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option, scale]);
  return (
    <>
      <div ref={container} style={{ height }} aria-hidden data-chart={label} />
      {table ? (
        <div className="sc-hidden-text">{table}</div>
      ) : (
        <ChartTable label={label} option={option} rows={rows ?? []} />
      )}
    </>
  );
}

function ChartTable({ label, option, rows }: Pick<Props, 'label' | 'option'> & { rows: readonly unknown[] }) {
  const records = rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null);
  const columns = chartColumns(option, records);
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
                <td key={key}>{chartCellText(row[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
