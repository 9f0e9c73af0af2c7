import type { Page } from 'playwright-core';

/** A place to look at: its address, what is there when it is ready, and what to open first. */
export interface Place {
  path: string;
  ready: string;
  act?(page: Page): Promise<void>;
}

const FORM = 'businessSealApply';
const press =
  (selector: string, shown: string) =>
  async (page: Page): Promise<void> => {
    await page.locator(`${selector}:visible`).first().click();
    await page.locator(shown).first().waitFor();
  };
/** Opens the first row of a list. */
const first = (ready: string) =>
  press(
    '[data-row="0"] .sc-link, .sc-card-open, [data-row="0"] [data-action="open"], [data-row="0"] [data-action="view"]',
    ready,
  );

export const openPlaces: readonly Place[] = [
  { path: '/login', ready: '[data-action="sign-in"]' },
  { path: '/401', ready: '[data-screen="platform/401"]' },
  { path: '/bind', ready: '[data-screen]' },
  { path: '/register', ready: '[data-screen]' },
];

/** What a usual run looks at. */
export const LIST: Place = { path: `/commonEntry/list?formKey=${FORM}`, ready: '[data-row="0"]' };
export const NEW_RECORD: Place = {
  path: `/commonEntry/detail?formKey=${FORM}&isEdit=1`,
  ready: '[data-action="save"]',
};
export const CANVAS: Place = {
  path: `/system/formManager?form=${FORM}`,
  ready: '[data-designer="canvas"] [data-node-path]',
};
/** The settings of the layout. */
export const DIALOG: Place = {
  path: '/taskCenter/launch',
  ready: '[data-task-list]',
  act: press('[data-action="layout-settings"]', '[data-action="save-settings"]'),
};

export const places: readonly Place[] = [
  { path: '/index', ready: '[data-chart] canvas' },
  { path: '/taskCenter/toDoList', ready: '[data-row="0"]' },
  { path: '/taskCenter/launch', ready: '[data-task-list="done"]' },
  { path: '/taskCenter/alreadyDone', ready: '[data-row="0"]' },
  { path: '/taskCenter/remindList', ready: '[data-feed]' },
  { path: '/taskCenter/subscriptions', ready: '[data-subscriptions]' },
  { path: '/mail/writeLetters', ready: '[data-field="content"] textarea' },
  { path: '/mail/collectionLetters', ready: '[data-feed]' },
  { path: '/mail/sendLetters', ready: '[data-feed]' },
  { path: '/mail/draftLetters', ready: '[data-feed]' },
  { path: '/mail/delLetters', ready: '[data-feed]' },
  { path: '/notice/list', ready: '[data-feed]' },
  LIST,
  NEW_RECORD,
  // a record to read, and an approval
  { path: '/taskCenter/alreadyDone', ready: '[data-row="0"]', act: first('[data-mode="view"]') },
  { path: '/taskCenter/toDoList', ready: '[data-row="0"]', act: press('[data-action="handle"]', '[data-field]') },
  { path: '/noticePush?type=all', ready: '[data-push="todo"] li' },
  { path: '/nowhere', ready: '[data-screen="platform/404"]' },
];

export const dialogs: readonly Place[] = [
  DIALOG,
  {
    path: '/taskCenter/launch',
    ready: '[data-task-list]',
    act: press('[data-action="menu-search"]', '.ant-modal input'),
  },
  {
    path: '/taskCenter/launch',
    ready: '[data-task-list]',
    act: press('[data-action="notice-push"]', '[data-panel="notice-push"]'),
  },
  {
    path: '/taskCenter/launch',
    ready: '[data-task-list]',
    act: press('[data-action="user-menu"]', '[data-action="sign-out"]'),
  },
  {
    path: '/taskCenter/launch',
    ready: '[data-task-list]',
    async act(page) {
      await press('[data-action="user-menu"]', '[data-action="change-password"]')(page);
      await press('[data-action="change-password"]', '[data-action="save-password"]')(page);
    },
  },
  {
    path: '/taskCenter/launch',
    ready: '[data-task-list]',
    async act(page) {
      await press('[data-action="mobile-codes"]', '[data-code="APP下载"]')(page);
      await press('[data-code="APP下载"]', '[data-code-text]')(page);
    },
  },
  {
    path: '/mail/writeLetters',
    ready: '[data-field="toIds"] input',
    act: press('[data-field="toIds"] input', '.ant-modal'),
  },
  { path: '/mail/writeLetters', ready: '[data-action="send"]', act: press('[data-action="send"]', '.sc-errors') },
];

export const managerPlaces: readonly Place[] = [{ path: '/homeRegion', ready: '[data-chart] canvas' }];

export const hrPlaces: readonly Place[] = [
  { path: '/notice/release', ready: '[data-feed]' },
  { path: '/notice/release', ready: '[data-feed]', act: press('[data-action="create"]', '[data-field="title"] input') },
];

export const adminPlaces: readonly Place[] = [
  { path: '/system/formManager', ready: '[data-screen] .ant-table-row, [data-form-key]' },
  CANVAS,
  { path: `/system/formManager?form=${FORM}&view=json`, ready: '.cm-content' },
  { path: '/system/screenManager', ready: '[data-screen-key]' },
  {
    path: '/system/screenManager',
    ready: '[data-screen-key]',
    act: press('[data-action="create"]', '.ant-modal .ant-radio-group'),
  },
  { path: '/system/menuManager', ready: '[data-menu-row]', act: press('[data-menu-row="system"]', '#menu-name') },
  {
    path: `/system/formManager?form=${FORM}&view=json`,
    ready: '.cm-content',
    act: press('[data-action="versions"]', '.ant-modal .ant-table-row'),
  },
  { path: '/system/flowManager', ready: '[data-flow-key]' },
  { path: '/system/flowManager', ready: '[data-flow-key]', act: press('[data-action="create"]', '.ant-modal input') },
  { path: '/system/flowInstanceManager', ready: '[data-action="versions"]' },
  {
    path: '/system/flowInstanceManager',
    ready: '[data-action="versions"]',
    act: press('[data-action="versions"]', '.ant-modal .ant-table'),
  },
  {
    path: '/system/flowInstanceManager',
    ready: '[data-action="reassign"]',
    act: press('[data-action="reassign"]', '.ant-modal input'),
  },
  { path: '/system/roleScopeManager', ready: '[data-role]' },
  { path: '/system/auditLog', ready: '[data-row]', act: press('[data-action="locks"]', '.ant-modal .ant-empty') },
];
