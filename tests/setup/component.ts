import '../support/withoutElementStacks.ts';
import { endTimers } from '../support/pendingTimers.ts';
import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider } from 'antd';
import { actDestroy } from 'antd/es/message/index.js';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

const { happyDOM } = window as unknown as {
  happyDOM: { settings: object; setURL(url: string): void };
};
const settings = structuredClone({ ...happyDOM.settings });

dayjs.locale('zh-cn');
// milliseconds: parts come lazily, and the machine may be busy; what is there sooner waits for nothing
configure({ asyncUtilTimeout: 10_000 });
// this one never reports: without it every field is near the viewport, as in a browser that has none
Reflect.deleteProperty(globalThis, 'IntersectionObserver');

afterEach(() => cleanup());

/** Ends the work of a test file and resets the window, which other files of the worker share. */
afterAll(async () => {
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  vi.useRealTimers();
  await endTimers();
  // discards the container of static messages: once `Appearance` has configured it anew, an old one shows nothing
  actDestroy();
  ConfigProvider.config({ holderRender: undefined });
  (document.activeElement as HTMLElement | null)?.blur();
  // text that stays selected would change what a click does
  window.getSelection()?.removeAllRanges();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  Object.assign(happyDOM.settings, settings);
  happyDOM.setURL('http://localhost:3000/');
  window.history.replaceState(null, '', '/');
});
