import { act, fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Notices } from '../../src/app/look/Notices.tsx';
import { createNotices } from '../../src/session/notices.ts';

function open() {
  const notices = createNotices();
  const view = render(
    <>
      <button type="button">保存</button>
      <Notices notices={notices} />
    </>,
  );
  const show = (...args: Parameters<typeof notices.show>): Promise<void> => act(async () => notices.show(...args));
  const dismiss = (): Promise<void> =>
    act(async () => {
      fireEvent.click(close());
    });
  const close = (): HTMLElement => view.getAllByLabelText('关闭提示')[0] as HTMLElement;
  /** As the tab key does it: the browser says where the focus came from. */
  const goTo = (element: HTMLElement): void => act(() => element.focus());
  return { view, show, close, dismiss, goTo, save: view.getByText('保存') };
}

test('a message that is closed gives the keyboard back to where it was', async () => {
  const { show, close, dismiss, goTo, save } = open();
  goTo(save);
  await show('error', '系统错误');
  goTo(close());
  await dismiss();
  expect(document.activeElement).toBe(save);
});

test('with several, the keyboard goes from one to the next, and back at the end', async () => {
  const { show, close, dismiss, goTo, save } = open();
  goTo(save);
  await show('error', '一');
  await show('error', '二');
  goTo(close());
  await dismiss();
  expect(document.activeElement).toBe(close());
  await dismiss();
  expect(document.activeElement).toBe(save);
});

test('one with an action, which the tab key reaches first, gives the keyboard back as well', async () => {
  const { view, show, close, dismiss, goTo, save } = open();
  goTo(save);
  await show('warning', '有新版本', 'stays', { text: '刷新', run: () => undefined });
  goTo(view.getByText('刷新'));
  goTo(close());
  await dismiss();
  expect(document.activeElement).toBe(save);
});

test('one that goes by itself takes nothing away from who types elsewhere', async () => {
  vi.useFakeTimers();
  const { show, goTo, save, view } = open();
  goTo(save);
  await show('warning', '登录超时');
  await act(async () => {
    vi.advanceTimersByTime(5001);
  });
  expect([view.queryByText('登录超时'), document.activeElement]).toEqual([null, save]);
  vi.useRealTimers();
});

test('one that stays is there until it is closed', async () => {
  vi.useFakeTimers();
  const { show, dismiss, view } = open();
  await show('warning', '登录只在本页有效', 'stays');
  await act(async () => {
    vi.advanceTimersByTime(600_000);
  });
  expect(view.queryByText('登录只在本页有效')).not.toBeNull();
  await dismiss();
  expect(view.queryByText('登录只在本页有效')).toBeNull();
  vi.useRealTimers();
});
