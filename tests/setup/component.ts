import '@ant-design/v5-patch-for-react-19';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { cleanup, configure } from '@testing-library/react';
import { message, Modal, notification } from 'antd';
import { afterAll, afterEach, vi } from 'vitest';

dayjs.locale('zh-cn');
// milliseconds: parts come lazily, and the machine may be busy; what is there sooner waits for nothing
configure({ asyncUtilTimeout: 10_000 });
// this one never reports: without it every field is near the viewport, as in a browser that has none
Reflect.deleteProperty(globalThis, 'IntersectionObserver');

afterEach(() => cleanup());

/**
 * The files of a worker share their window and modules: each leaves an empty page at the first address, nothing stored,
 * and nothing that React or a closing notice still has to do.
 */
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  message.destroy();
  notification.destroy();
  Modal.destroyAll();
  await settle();
  // they leave with an animation, whose end this window does not report
  for (const notice of document.querySelectorAll('.ant-message-notice-wrapper, .ant-notification-notice-wrapper'))
    for (const end of ['animationend', 'transitionend']) notice.dispatchEvent(new Event(end, { bubbles: true }));
  await settle();
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  // messages belong to a root of the library's own, which goes on
  for (const child of document.querySelectorAll('body > :not(.ant-message, .ant-notification)')) child.remove();
  localStorage.clear();
  sessionStorage.clear();
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
});

/** What is queued gets its turns. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}
