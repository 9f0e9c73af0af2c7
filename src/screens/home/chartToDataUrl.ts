import type { ECharts } from 'echarts/core';

/** Imperative handle of a rendered chart. */
export interface ChartHandle {
  /** The chart as a PNG `data:` URL with twice the screen resolution; null if it is not rendered. */
  picture(): string | null;
}

/** A chart as a PNG `data:` URL on the background colour of the page. */
export function chartToDataUrl(chart: ECharts): string {
  const background = getComputedStyle(chart.getDom()).getPropertyValue('--sf-surface').trim();
  return chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: background || '#fff' });
}
