import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider } from 'antd';
import { actDestroy } from 'antd/es/message/index.js';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

const { happyDOM } = window as unknown as {
  happyDOM: { settings: object; abort(): Promise<void>; setURL(url: string): void };
};
const settings = structuredClone({ ...happyDOM.settings });

dayjs.locale('zh-cn');
// milliseconds: parts come lazily, and the machine may be busy; what is there sooner waits for nothing
configure({ asyncUtilTimeout: 10_000 });
// this one never reports: without it every field is near the viewport, as in a browser that has none
Reflect.deleteProperty(globalThis, 'IntersectionObserver');

afterEach(() => cleanup());

/**
 * Work that React has put off until the next turn belongs to this file: timers (closing notices) are cancelled, then
 * what is already queued gets its turns. The next file finds the window as a browser opens it.
 */
afterAll(async () => {
  vi.useRealTimers();
  await happyDOM.abort();
  for (let turn = 0; turn < 5; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  // the next file's messages find no place yet, and no page that has told how they look (`Appearance`)
  actDestroy();
  ConfigProvider.config({ holderRender: undefined });
  for (const messages of document.querySelectorAll('.ant-message')) messages.remove();
  // antd inserts those of a component again when it is mounted again; here each of them costs time in every test
  for (const style of document.querySelectorAll('style[data-css-hash]')) style.remove();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  Object.assign(happyDOM.settings, settings);
  happyDOM.setURL('http://localhost:3000/');
  window.history.replaceState(null, '', '/');
});
