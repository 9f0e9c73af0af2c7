import type { ECharts } from 'echarts/core';

/** What can be asked of a chart that is drawn. */
export interface ChartHandle {
  /** A PNG of it as a `data:` address, on the ground of the page, twice as fine as the screen; null: it is not drawn. */
  picture(): string | null;
}

export function pictureOf(chart: ECharts): string {
  const ground = getComputedStyle(chart.getDom()).getPropertyValue('--sf-surface').trim();
  return chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: ground || '#fff' });
}
