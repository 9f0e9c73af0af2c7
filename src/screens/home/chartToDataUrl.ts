import type { ECharts } from 'echarts/core';

/** Imperative handle of a rendered chart. */
export interface ChartHandle {
  /** Returns the chart as a PNG `data:` URL with twice the screen resolution; null if it is not rendered. */
  toDataUrl(): string | null;
}

/** Returns a chart as a PNG `data:` URL on the page's background colour. */
export function chartToDataUrl(chart: ECharts): string {
  const background = getComputedStyle(chart.getDom()).getPropertyValue('--sf-surface').trim();
  return chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: background || '#fff' });
}
