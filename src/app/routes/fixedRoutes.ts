import type { MenuRoute } from '../../session/routes.ts';
import { OPEN_PAGES } from './openPages.ts';

const screen = (path: string, screenKey: string, title: string, more: Partial<MenuRoute> = {}): MenuRoute =>
  ({ kind: 'screen', path, screenKey, title, affix: false, noCache: false, ...more }) as MenuRoute;

const PREVIEW = 'platform/taskCenter/commonOffice';
/** FE-001, and the generic office and PDF preview. */
const PREVIEWS = ['/taskCenter/commonOffice', '/taskCenter/commonVueOffice', '/commonEntry/office', '/commonEntry/pdf'];
/** The same preview on a page of its own (FR-012, FR-019…022). */
const LONE_PREVIEWS = [
  '/wordPreview',
  '/commonOfficeMobile',
  '/commonOfficeReport',
  '/commonVueOfficeMobile',
  '/pdfViews',
];

/** Routes every person has, whatever the menu says (FR-001…007, TC-001…005). A menu entry with the same path wins. */
export const FIXED: readonly MenuRoute[] = [
  screen('/index', 'platform/home', '首页', { affix: true }),
  { kind: 'redirect', path: '/taskCenter', to: '/taskCenter/toDoList', title: '', affix: false, noCache: true },
  screen('/taskCenter/toDoList', 'platform/taskCenter/toDoList', '我的待办'),
  screen('/taskCenter/remindList', 'platform/taskCenter/remindList', '我的提醒'),
  screen('/taskCenter/launch', 'platform/taskCenter/launch', '我的已办'),
  screen('/taskCenter/alreadyDone', 'platform/taskCenter/alreadyDone', '我发起的'),
  screen('/myTest/index', 'platform/myTest/index', '我的检测'),
  ...PREVIEWS.map((path) => screen(path, PREVIEW, '文件预览')),
  screen('/productionReport/reportHtml', 'platform/productionReport/reportHtml', '报告模板'),
  screen('/productionReport/reportDesign', 'platform/productionReport/reportDesign', '报告模板设计'),
  screen('/productionReport/recordDesign', 'platform/productionReport/recordDesign', '原始记录模板设计'),
  screen('/productionReport/entrustOrderDesign', 'platform/productionReport/entrustOrderDesign', '委托单模板设计'),
  ...OPEN_PAGES.map(({ path, screenKey, title }) => screen(path, screenKey, title)),
  screen('/commonEntry/list', 'platform/commonEntry/list', '表单列表'),
  screen('/commonEntry/detail', 'platform/commonEntry/detail', '表单详情'),
  screen('/reportManagement/processDesign/index', 'platform/flowManager', '流程设计'),
  screen('/reportManagement/processDesign/setting', 'platform/flowManager', '流程设计'),
];

/** Pages without the layout around them: to be printed, opened on a phone, or shown in a frame, which is no paper and may be dark. */
export const ALONE: readonly { path: string; screenKey: string; title: string; isFrame?: boolean }[] = [
  { path: '/noticePush', screenKey: 'platform/noticePush', title: '通知推送', isFrame: true },
  { path: '/taskCenter/taskFlowPrint', screenKey: 'platform/taskCenter/taskFlowPrint', title: '流转单打印' },
  { path: '/taskCenter/printSample', screenKey: 'platform/taskCenter/printSample', title: '样品标签打印' },
  {
    path: '/taskCenter/printSampleRetention',
    screenKey: 'platform/taskCenter/printSampleRetention',
    title: '留样标签打印',
  },
  { path: '/commonEntry/print', screenKey: 'platform/commonEntry/print', title: '打印' },
  ...LONE_PREVIEWS.map((path) => ({ path, screenKey: PREVIEW, title: '文件预览' })),
];
