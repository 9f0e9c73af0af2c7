import { afterEach, expect, test, vi } from 'vitest';
import { reportFailures } from '../../src/app/boot/failures.ts';
import { readMeta } from '../../src/app/boot/meta.ts';
import { createErrorReports } from '../../src/app/errorReports.ts';
import { showFaults } from '../../src/app/faults.ts';
import * as notices from '../../src/runtime/host/notice.ts';
import { addNonceToStyles } from '../../src/app/boot/styleNonce.ts';
import { ServiceError } from '../../src/runtime/services/serviceError.ts';
import { createActivity } from '../../src/session/activity.ts';
import { createNotices } from '../../src/session/notices.ts';

afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

test('a meta the server has not filled in reads as absent', () => {
  document.head.innerHTML =
    '<meta name="csp-nonce" content="__CSP_NONCE__"><meta name="api-base" content="/gateway"><meta name="empty" content="">';
  expect(['csp-nonce', 'api-base', 'empty', 'none'].map(readMeta)).toEqual([null, '/gateway', null, null]);
});

test('style elements of libraries get the nonce of the page, other elements do not', () => {
  const page = document.implementation.createHTMLDocument();
  addNonceToStyles(page, 'n1');
  expect([
    page.createElement('style').nonce,
    page.createElement('STYLE').nonce,
    page.createElement('script').nonce || '',
  ]).toEqual(['n1', 'n1', '']);
});

const reject = (reason: unknown): Event => {
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
  window.dispatchEvent(event);
  return event;
};

test('a failed call that nobody handled is shown for 5 seconds (ER-007); a fault of the program is left to the console', () => {
  vi.useFakeTimers();
  const notices = createNotices();
  reportFailures(notices);
  expect(reject(new ServiceError('SERVER', '系统错误，请联系管理员（编号 7）')).defaultPrevented).toBe(true);
  expect(reject(new TypeError('x')).defaultPrevented).toBe(false);
  reject(new ServiceError('B0001', '登录超时，请重新登录'));
  expect(notices.state.list.map(({ level, text }) => [level, text])).toEqual([
    ['error', '系统错误，请联系管理员（编号 7）'],
  ]);
  vi.advanceTimersByTime(4999);
  expect(notices.state.list).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(notices.state.list).toEqual([]);
});

test('a fault of the program is shown once with its number, not what was stopped or came from elsewhere (OD-016)', async () => {
  const told = vi.spyOn(notices, 'notice').mockImplementation(() => undefined);
  const report = vi.fn(async () => '38420195');
  const stop = showFaults(window, report);
  const fault = (error: Error | undefined, filename: string): boolean =>
    window.dispatchEvent(new ErrorEvent('error', { ...(error ? { error } : {}), filename, cancelable: true }));
  reject(Object.assign(new Error('x'), { name: 'AbortError' }));
  reject(new ServiceError('SERVER', '系统错误'));
  reject({ errorFields: [] });
  fault(new RangeError('y'), 'chrome-extension://x/y.js');
  fault(undefined, '');
  expect(told).not.toHaveBeenCalled();
  fault(new RangeError('y'), `${window.location.origin}/assets/a.js`);
  expect(reject(new TypeError('x')).defaultPrevented).toBe(false);
  await vi.waitFor(() =>
    expect(told.mock.calls).toEqual([
      ['error', '系统错误：这一步没有完成，请重试；如再次出现，请联系管理员（编号 38420195）'],
    ]),
  );
  expect(report).toHaveBeenCalledTimes(1);
  stop();
  told.mockRestore();
});

test('an error is reported once however many cells it breaks, and a report that was lost is sent again', async () => {
  const post = vi
    .fn()
    .mockRejectedValueOnce(new ServiceError('NETWORK', '无法连接服务器'))
    .mockResolvedValue({ number: '38420195' });
  const report = createErrorReports({ system: { postInBackground: post } } as never, window);
  const error = new TypeError('x is undefined');
  const place = { tag: 'list', path: ['root', 0], components: '' };
  expect(await report(error, place)).toBeNull();
  expect(await Promise.all([report(error, place), report(error, place), report(error)])).toEqual(
    Array(3).fill('38420195'),
  );
  expect(post).toHaveBeenCalledTimes(2);
  expect(post.mock.lastCall?.[1]).toMatchObject({ name: 'TypeError', tag: 'list', place: 'root.0' });
  for (let index = 0; index < 20; index += 1) await report(new Error(`fault ${'y'.repeat(index)}`));
  expect(post).toHaveBeenCalledTimes(10);
  // a server that accepts no more is not asked on and on
  const refuse = vi.fn().mockRejectedValue(new ServiceError('429', '操作过于频繁'));
  const refused = createErrorReports({ system: { postInBackground: refuse } } as never, window);
  for (let index = 0; index < 20; index += 1) await refused(error);
  expect(refuse).toHaveBeenCalledTimes(10);
});

test('the request count never goes below 0 (SH-009)', () => {
  const activity = createActivity();
  activity.add(1);
  activity.add(-1);
  activity.add(-1);
  activity.add(1);
  expect(activity.state.count).toBe(1);
});
