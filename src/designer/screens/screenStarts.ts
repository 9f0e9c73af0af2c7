/** What a new screen begins as. */
export type ScreenStart = 'blank' | 'list' | 'figures' | 'board' | 'fill' | 'home' | 'copy';

export const STARTS: readonly { value: ScreenStart; label: string; hint: string }[] = [
  { value: 'list', label: '列表页', hint: '一种表单的记录：查询、新建、打开' },
  { value: 'figures', label: '统计页', hint: '一个数据集的筛选、图表、排行和统计表' },
  { value: 'board', label: '看板', hint: '一个数据集的指标卡和图表，定时刷新，可以大屏显示' },
  { value: 'fill', label: '填写页', hint: '直接打开一份空白表单，填完提交' },
  { value: 'home', label: '工作台', hint: '待办、通知、常用功能等卡片' },
  { value: 'blank', label: '空白页', hint: '没有区块，内容从头摆放' },
  { value: 'copy', label: '复制现有界面', hint: '从一个已有界面的内容开始' },
];

/** Keys that the server takes, in the way screens of the product are named: area/name/view. */
export const SCREEN_KEY = /^[A-Za-z][\w-]*(\/[\w-]+)*$/;

/** What figures begin with: a dataset, how it is grouped and what is measured. */
export interface FirstFigures {
  dataset: string;
  groups: readonly string[];
  figures: readonly { key: string; label: string }[];
  hasParams: boolean;
}

const NO_FIGURES: FirstFigures = { dataset: '', groups: [], figures: [], hasParams: false };

/** Measures on cards; a card more would leave the row of 24 columns. */
const CARDS = 4;

/** The charts that a dataset begins with: by its first group, and by its second where it has one. */
function firstCharts({ dataset, groups, figures }: FirstFigures): object[] {
  const y = figures.slice(0, 1).map(({ key }) => key);
  const [first, second] = groups;
  if (first === undefined || y.length === 0) return [];
  return [
    { tag: 'chart', dataset, title: '趋势与分布', type: 'bar', span: 12, height: 300, x: first, y },
    { tag: 'chart', dataset, title: '占比', type: 'pie', span: 12, height: 300, x: second ?? first, y },
  ];
}

/**
 * The first definition of a new screen; it can be published as it is. `formKey`: for lists and pages to fill in; `of`: for
 * pages of figures.
 */
export function firstScreen(
  start: Exclude<ScreenStart, 'copy'>,
  {
    screenKey,
    title,
    formKey,
    of = NO_FIGURES,
  }: { screenKey: string; title: string; formKey: string; of?: FirstFigures },
): object {
  const { dataset, figures } = of;
  const filter = of.hasParams ? [{ tag: 'filterBar', dataset, span: 24 }] : [];
  const cards = figures.slice(0, CARDS).map(({ key, label }, _index, all) => ({
    tag: 'statCard',
    dataset,
    value: key,
    title: label,
    span: 24 / all.length,
  }));
  const root = {
    blank: { tag: 'row', gutter: 16, children: [] },
    list: { tag: 'list', formKey, title },
    figures: {
      tag: 'row',
      gutter: 16,
      children: [
        ...filter,
        ...firstCharts(of),
        { tag: 'statTable', dataset, title: `${title}明细`, totals: true, span: 24 },
      ],
    },
    board: { tag: 'board', title, children: [...filter, ...cards, ...firstCharts(of)] },
    fill: { tag: 'detail', formKey, title },
    home: {
      tag: 'row',
      gutter: 16,
      children: [
        { tag: 'greeting', span: 24 },
        { tag: 'taskPanel', source: 'todo', title: '我的待办', count: 6, span: 16 },
        { tag: 'noticePanel', title: '通知公告', count: 6, span: 8 },
        { tag: 'linkPanel', title: '常用功能', count: 12, span: 24 },
      ],
    },
  }[start];
  return { screenKey, title, root };
}

/** The key of a form's own list, where the administrator makes one. */
export const listKeyOf = (formKey: string): string => `custom/${formKey}/list`;
