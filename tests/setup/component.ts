import '@ant-design/v5-patch-for-react-19';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

dayjs.locale('zh-cn');
// milliseconds: parts come lazily, and the machine may be busy; what is there sooner waits for nothing
configure({ asyncUtilTimeout: 10_000 });
// this one never reports: without it every field is near the viewport, as in a browser that has none
Reflect.deleteProperty(globalThis, 'IntersectionObserver');

afterEach(() => cleanup());

/**
 * A file's window goes away right after its last test, but work that React has put off until the next turn would
 * still look for it: timers (closing notices) are cancelled, then what is already queued gets its turns.
 */
afterAll(async () => {
  await (window as unknown as { happyDOM?: { abort(): Promise<void> } }).happyDOM?.abort();
  for (let turn = 0; turn < 5; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
});
