import type { MenuRoute } from '../session/routes.ts';

const screen = (path: string, screenKey: string, title: string, more: Partial<MenuRoute> = {}): MenuRoute =>
  ({ kind: 'screen', path, screenKey, title, affix: false, noCache: false, ...more } as MenuRoute);

/** FE-001 and the other names that the same preview goes by (FR-012, FR-019…022, the generic office and PDF preview). */
const PREVIEWS = [
  '/taskCenter/commonOffice', '/taskCenter/commonVueOffice', '/commonEntry/office', '/commonEntry/pdf', '/wordPreview', '/commonOfficeMobile', '/commonOfficeReport', '/commonVueOfficeMobile', '/pdfViews',
];

/** Routes every person has, whatever the menu says (FR-001…006, TC-001…005). A menu entry with the same path wins. */
export const FIXED: readonly MenuRoute[] = [
  screen('/index', 'platform/home', '首页', { affix: true }),
  { kind: 'redirect', path: '/taskCenter', to: '/taskCenter/toDoList', title: '', affix: false, noCache: true },
  screen('/taskCenter/toDoList', 'platform/taskCenter/toDoList', '我的待办'),
  screen('/taskCenter/launch', 'platform/taskCenter/launch', '我的已办'),
  screen('/taskCenter/alreadyDone', 'platform/taskCenter/alreadyDone', '我发起的'),
  ...PREVIEWS.map((path) => screen(path, 'platform/taskCenter/commonOffice', '文件预览')),
  screen('/commonEntry/list', 'platform/commonEntry/list', ''),
  screen('/commonEntry/detail', 'platform/commonEntry/detail', ''),
];

/** Pages without the layout around them: to be printed, or opened on a phone. */
export const ALONE: readonly { path: string; screenKey: string; title: string }[] = [
  { path: '/commonEntry/print', screenKey: 'platform/commonEntry/print', title: '打印' },
];
