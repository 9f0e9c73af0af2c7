/** The initial content of a new screen. */
export type ScreenStart = 'blank' | 'list' | 'figures' | 'board' | 'fill' | 'home' | 'copy';

export const SCREEN_STARTS: readonly { value: ScreenStart; label: string; hint: string }[] = [
  { value: 'list', label: '列表页', hint: '一种表单的记录：查询、新建、打开' },
  { value: 'figures', label: '统计页', hint: '一个数据集的筛选、图表、排行和统计表' },
  { value: 'board', label: '看板', hint: '一个数据集的指标卡和图表，定时刷新，可以大屏显示' },
  { value: 'fill', label: '填写页', hint: '直接打开一份空白表单，填完提交' },
  { value: 'home', label: '工作台', hint: '待办、通知、常用功能等卡片' },
  { value: 'blank', label: '空白页', hint: '没有区块，内容从头摆放' },
  { value: 'copy', label: '复制现有界面', hint: '从一个已有界面的内容开始' },
];

/** Matches the screen keys that the server accepts, such as `module/name/view`. */
export const SCREEN_KEY_PATTERN = /^[A-Za-z][\w-]*(\/[\w-]+)*$/;

/** The dataset that the initial blocks of a screen show. `groups`: keys of its groups. */
export interface ScreenDataset {
  dataset: string;
  groups: readonly string[];
  figures: readonly { key: string; label: string }[];
  hasParams: boolean;
}

const NO_DATASET: ScreenDataset = { dataset: '', groups: [], figures: [], hasParams: false };

/** Maximum number of cards: all of them must fit into one row of 24 columns. */
const MAX_CARDS = 4;

/**
 * Returns a bar chart by the first group of the dataset, and a pie chart by the second group, or by the first group if
 * there is only one. Returns no charts without groups or figures.
 */
function initialCharts({ dataset, groups, figures }: ScreenDataset): object[] {
  const y = figures.slice(0, 1).map(({ key }) => key);
  const [firstGroup, secondGroup] = groups;
  if (firstGroup === undefined || y.length === 0) return [];
  return [
    { tag: 'chart', dataset, title: '趋势与分布', type: 'bar', span: 12, height: 300, x: firstGroup, y },
    { tag: 'chart', dataset, title: '占比', type: 'pie', span: 12, height: 300, x: secondGroup ?? firstGroup, y },
  ];
}

/**
 * Returns the initial definition of a new screen; it can be published unchanged. `formKey` is used for `list` and
 * `fill`, `source` for `figures` and `board`.
 */
export function initialScreen(
  start: Exclude<ScreenStart, 'copy'>,
  {
    screenKey,
    title,
    formKey,
    source = NO_DATASET,
  }: { screenKey: string; title: string; formKey: string; source?: ScreenDataset },
): object {
  const { dataset, figures } = source;
  const filter = source.hasParams ? [{ tag: 'filterBar', dataset, span: 24 }] : [];
  const cards = figures.slice(0, MAX_CARDS).map(({ key, label }, _index, all) => ({
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
        ...initialCharts(source),
        { tag: 'statTable', dataset, title: `${title}明细`, totals: true, span: 24 },
      ],
    },
    board: { tag: 'board', title, children: [...filter, ...cards, ...initialCharts(source)] },
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

/** Returns the key proposed for the list screen of a form. */
export const listScreenKeyOf = (formKey: string): string => `custom/${formKey}/list`;
