import '@ant-design/v5-patch-for-react-19';
import { message, Modal, notification } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

dayjs.locale('zh-cn');
// milliseconds: parts come lazily, and the machine may be busy; what is there sooner waits for nothing
configure({ asyncUtilTimeout: 10_000 });
// this one never reports: without it every field is near the viewport, as in a browser that has none
Reflect.deleteProperty(globalThis, 'IntersectionObserver');

// the testing library says so once for a worker, and takes it back behind the first file
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

afterEach(() => cleanup());

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
};

/**
 * The files of a worker share its modules, each has a window of its own. What modules still hold of this one goes after
 * the last test: notices, fake timers, stubs. Then timers are cancelled, and work that React has put off until the next
 * turn gets its turns while the window is still there.
 */
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  message.destroy();
  notification.destroy();
  Modal.destroyAll();
  await turns();
  await (window as unknown as { happyDOM?: { abort(): Promise<void> } }).happyDOM?.abort();
  await turns();
  localStorage.clear();
  sessionStorage.clear();
});
