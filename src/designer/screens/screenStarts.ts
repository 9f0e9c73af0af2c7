/** What a new screen begins as. */
export type ScreenStart = 'blank' | 'list' | 'fill' | 'home' | 'copy';

export const STARTS: readonly { value: ScreenStart; label: string; hint: string }[] = [
  { value: 'blank', label: '空白页', hint: '只有一个标题，内容自己写' },
  { value: 'list', label: '列表', hint: '一种表单的记录：查询、新建、打开' },
  { value: 'fill', label: '填写页', hint: '直接打开一份空白表单，填完提交' },
  { value: 'home', label: '工作台', hint: '待办、通知、常用功能等卡片' },
  { value: 'copy', label: '复制现有界面', hint: '从一个已有界面的内容开始' },
];

/** Keys that the server takes, in the way screens of the product are named: area/name/view. */
export const SCREEN_KEY = /^[A-Za-z][\w-]*(\/[\w-]+)*$/;

/** The first text of a new screen; it can be published as it is. `formKey` is asked for by lists and pages to fill in. */
export function firstScreen(
  start: Exclude<ScreenStart, 'copy'>,
  { screenKey, title, formKey }: { screenKey: string; title: string; formKey: string },
): object {
  const root = {
    blank: { tag: 'page', title, children: [{ tag: 'text', text: '在此编写内容' }] },
    list: { tag: 'list', formKey, title },
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
