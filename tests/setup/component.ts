import '@ant-design/v5-patch-for-react-19';
import { message, Modal } from 'antd';
import { actDestroy } from 'antd/lib/message';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

dayjs.locale('zh-cn');
// this one never reports: without it every field is near the viewport, as in a browser that has none
Reflect.deleteProperty(globalThis, 'IntersectionObserver');

afterEach(() => cleanup());

/**
 * The files of a worker share its modules and its window: what one leaves there goes away after its last test. Work that
 * React has put off until the next turn gets its turns, timers (closing notices) are cancelled.
 */
afterAll(async () => {
  message.destroy();
  Modal.destroyAll();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await turns();
  await (window as unknown as { happyDOM?: { abort(): Promise<void> } }).happyDOM?.abort();
  await turns();
  // the next file's notices begin in an empty body
  actDestroy();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => { setImmediate(resolve); });
}
