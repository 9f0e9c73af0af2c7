import { color } from 'echarts/core';

/** Colours of series, readable on their background; colour-blind people can distinguish adjacent ones. */
const LIGHT_COLOURS = ['#005bec', '#13a8a8', '#d48806', '#cf1322', '#722ed1', '#389e0d', '#08979c', '#c41d7f'];
const DARK_COLOURS = ['#4d90ff', '#2fc4c4', '#f0b232', '#ff6b6b', '#a57bea', '#73c04a', '#36b3c9', '#ec6fb0'];

/**
 * Returns an ECharts theme from the CSS colours of an element: texts, lines, dark or light series colours, colour
 * scales.
 */
export function chartTheme(element: Element): Record<string, unknown> {
  const style = getComputedStyle(element);
  const cssVariable = (name: string): string => style.getPropertyValue(name).trim();
  const [text, line, background, primary] = [
    cssVariable('--sf-text-2'),
    cssVariable('--sf-line'),
    cssVariable('--sf-surface'),
    cssVariable('--sf-primary'),
  ];
  const isDark = style.colorScheme === 'dark';
  const mixColours = (share: number, startColour: string, endColour: string): string =>
    color.lerp(share, [startColour, endColour]) as string;
  const strongColour = primary === '' ? '' : isDark ? mixColours(0.3, primary, '#ffffff') : primary;
  // without CSS colours (in tests) the library's defaults apply
  const scale =
    strongColour === '' || background === '' ? [] : [mixColours(0.18, background, strongColour), strongColour];
  const hover = {
    itemStyle: { areaColor: cssVariable('--sf-warning-line') },
    label: { color: cssVariable('--sf-text') },
  };
  const axis = {
    axisLabel: { color: text },
    nameTextStyle: { color: text },
    axisLine: { lineStyle: { color: line } },
    axisTick: { lineStyle: { color: line } },
    splitLine: { lineStyle: { color: line } },
  };
  return {
    color: isDark ? DARK_COLOURS : LIGHT_COLOURS,
    textStyle: { color: text, fontFamily: style.fontFamily },
    title: { textStyle: { color: text } },
    legend: { textStyle: { color: text }, pageTextStyle: { color: text }, pageIconColor: text },
    categoryAxis: axis,
    valueAxis: axis,
    timeAxis: axis,
    logAxis: axis,
    tooltip: { backgroundColor: background, borderColor: line, textStyle: { color: cssVariable('--sf-text') } },
    visualMap: { textStyle: { color: text }, ...(scale.length > 0 ? { inRange: { color: scale } } : {}) },
    geo: {
      itemStyle: { areaColor: cssVariable('--sf-ground'), borderColor: cssVariable('--sf-border'), borderWidth: 1 },
      label: { color: cssVariable('--sf-text'), fontSize: 11, textBorderColor: background, textBorderWidth: 2 },
      emphasis: hover,
      select: hover,
    },
    calendar: {
      itemStyle: { color: cssVariable('--sf-ground'), borderColor: line },
      splitLine: { lineStyle: { color: cssVariable('--sf-border') } },
      dayLabel: { color: text },
      monthLabel: { color: text },
    },
    pie: { label: { color: text }, itemStyle: { borderColor: background, borderWidth: 1 } },
    funnel: { label: { color: text } },
    sankey: { label: { color: text } },
    treemap: { itemStyle: { borderColor: background } },
    gauge: {
      axisLine: { lineStyle: { color: [[1, line]] } },
      progress: { itemStyle: { color: strongColour } },
      pointer: { itemStyle: { color: strongColour } },
      axisLabel: { color: text },
      detail: { color: cssVariable('--sf-text') },
      title: { color: text },
    },
    radar: { axisName: { color: text }, splitArea: { show: false } },
  };
}
