/** What charts take of the page: the colours of its words and lines, dark or light. */
export function chartTheme(place: Element): Record<string, unknown> {
  const style = getComputedStyle(place);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  const [text, line, ground] = [of('--sf-text-2'), of('--sf-line'), of('--sf-surface')];
  const axis = {
    axisLabel: { color: text },
    nameTextStyle: { color: text },
    axisLine: { lineStyle: { color: line } },
    axisTick: { lineStyle: { color: line } },
    splitLine: { lineStyle: { color: line } },
  };
  return {
    textStyle: { color: text, fontFamily: style.fontFamily },
    title: { textStyle: { color: text } },
    legend: { textStyle: { color: text }, pageTextStyle: { color: text } },
    categoryAxis: axis,
    valueAxis: axis,
    timeAxis: axis,
    logAxis: axis,
    tooltip: { backgroundColor: ground, borderColor: line, textStyle: { color: text } },
    pie: { label: { color: text } },
    radar: { axisName: { color: text } },
  };
}
