import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { MapChart, ScatterChart } from 'echarts/charts';
import { GeoComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { init, registerMap, use, type ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useContext, useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { BoardContext } from '../board/boardContext.ts';
import { chartTheme } from '../home/chartTheme.ts';
import { chartToDataUrl, type ChartHandle } from '../home/chartToDataUrl.ts';

use([MapChart, ScatterChart, GeoComponent, TooltipComponent, VisualMapComponent, CanvasRenderer]);

interface Props {
  mapName: string;
  /** The outline in the library's form; registered once under its name. */
  outline: () => Record<string, unknown>;
  option: Record<string, unknown>;
  height: number;
  label: string;
  handle: Ref<ChartHandle>;
  onPress(mark: { kind: 'area' | 'point'; index: number }): void;
}

const ZOOM = 1.5;

/** Draws a map and follows the size of its place; buttons zoom where no wheel does. */
export function MapCanvas({ mapName, outline, option, height, label, handle, onPress }: Props) {
  const scale = useContext(BoardContext)?.scale ?? 1;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const latest = useRef({ onPress, option });
  useEffect(() => {
    latest.current = { onPress, option };
  });
  useEffect(() => {
    if (!place.current) return undefined;
    // a board on a wall is drawn larger, and as fine as the wall
    const own = init(place.current, chartTheme(place.current), { devicePixelRatio: window.devicePixelRatio * scale });
    chart.current = own;
    own.on('click', ({ seriesType, dataIndex }) => {
      if (dataIndex >= 0)
        latest.current.onPress({ kind: seriesType === 'scatter' ? 'point' : 'area', index: dataIndex });
    });
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
  useImperativeHandle(handle, () => ({ picture: () => (chart.current ? chartToDataUrl(chart.current) : null) }), []);
  useEffect(() => {
    registerMap(mapName, outline() as never);
  }, [mapName, outline]);
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option, mapName, scale]);
  const zoom = (by: number): void => {
    const own = chart.current;
    own?.dispatchAction({
      type: 'geoRoam',
      componentType: 'geo',
      geoIndex: 0,
      zoom: by,
      originX: own.getWidth() / 2,
      originY: own.getHeight() / 2,
    });
  };
  return (
    <div className="sc-map-place">
      <div ref={place} style={{ height }} aria-hidden data-chart={label} />
      <div className="sc-map-zoom">
        <Button size="small" icon={<PlusOutlined />} aria-label="放大" title="放大" onClick={() => zoom(ZOOM)} />
        <Button size="small" icon={<MinusOutlined />} aria-label="缩小" title="缩小" onClick={() => zoom(1 / ZOOM)} />
        <Button
          size="small"
          icon={<CompressOutlined />}
          aria-label="复原"
          title="复原"
          onClick={() => chart.current?.setOption(latest.current.option, { notMerge: true })}
        />
      </div>
    </div>
  );
}
