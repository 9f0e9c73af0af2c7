import { color } from 'echarts/core';

/** Colours of series: each readable on its ground, neighbours told apart without red and green alone. */
const LIGHT = ['#005bec', '#13a8a8', '#d48806', '#cf1322', '#722ed1', '#389e0d', '#08979c', '#c41d7f'];
const DARK = ['#4d90ff', '#2fc4c4', '#f0b232', '#ff6b6b', '#a57bea', '#73c04a', '#36b3c9', '#ec6fb0'];

/** What charts take of the page: the colours of its words and lines, dark or light, and scales from little to much. */
export function chartTheme(place: Element): Record<string, unknown> {
  const style = getComputedStyle(place);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  const [text, line, ground, primary] = [of('--sf-text-2'), of('--sf-line'), of('--sf-surface'), of('--sf-primary')];
  const isDark = style.colorScheme === 'dark';
  const mix = (share: number, from: string, to: string): string => color.lerp(share, [from, to]) as string;
  const strong = primary === '' ? '' : isDark ? mix(0.3, primary, '#ffffff') : primary;
  // a page without colours of its own (a test) takes the library's
  const scale = strong === '' || ground === '' ? [] : [mix(0.18, ground, strong), strong];
  const hover = { itemStyle: { areaColor: of('--sf-warning-line') }, label: { color: of('--sf-text') } };
  const axis = {
    axisLabel: { color: text },
    nameTextStyle: { color: text },
    axisLine: { lineStyle: { color: line } },
    axisTick: { lineStyle: { color: line } },
    splitLine: { lineStyle: { color: line } },
  };
  return {
    color: isDark ? DARK : LIGHT,
    textStyle: { color: text, fontFamily: style.fontFamily },
    title: { textStyle: { color: text } },
    legend: { textStyle: { color: text }, pageTextStyle: { color: text }, pageIconColor: text },
    categoryAxis: axis,
    valueAxis: axis,
    timeAxis: axis,
    logAxis: axis,
    tooltip: { backgroundColor: ground, borderColor: line, textStyle: { color: of('--sf-text') } },
    visualMap: { textStyle: { color: text }, ...(scale.length > 0 ? { inRange: { color: scale } } : {}) },
    geo: {
      itemStyle: { areaColor: of('--sf-ground'), borderColor: of('--sf-border'), borderWidth: 1 },
      label: { color: of('--sf-text'), fontSize: 11, textBorderColor: ground, textBorderWidth: 2 },
      emphasis: hover,
      select: hover,
    },
    calendar: {
      itemStyle: { color: of('--sf-ground'), borderColor: line },
      splitLine: { lineStyle: { color: of('--sf-border') } },
      dayLabel: { color: text },
      monthLabel: { color: text },
    },
    pie: { label: { color: text }, itemStyle: { borderColor: ground, borderWidth: 1 } },
    funnel: { label: { color: text } },
    sankey: { label: { color: text } },
    treemap: { itemStyle: { borderColor: ground } },
    gauge: {
      axisLine: { lineStyle: { color: [[1, line]] } },
      progress: { itemStyle: { color: strong } },
      pointer: { itemStyle: { color: strong } },
      axisLabel: { color: text },
      detail: { color: of('--sf-text') },
      title: { color: text },
    },
    radar: { axisName: { color: text }, splitArea: { show: false } },
  };
}
