import { fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NoticeButtonNode } from '../../../src/grammar/nodes.ts';
import { frameAddress } from '../../../src/shell/noticeButton/frameAddress.ts';
import { NoticeButton } from '../../../src/shell/noticeButton/NoticeButton.tsx';
import {
  BUTTON_SIZE,
  snapToRightEdge,
  FRAME_SIZE,
  isDocked,
  frameHeight,
  HEAD_HEIGHT,
  panelSpot,
  clampToWindow,
} from '../../../src/shell/noticeButton/spot.ts';
import { show, type Shown } from '../bench.tsx';

// the frame's page is none of this test's matter
Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, {
  disableIframePageLoading: true,
  handleDisabledFileLoadingAsSuccess: true,
});
beforeEach(() => localStorage.clear());
const node: NoticeButtonNode = { tag: 'noticeButton', title: '通知推送', url: '#/noticePush', type: 'all' };

async function open(more: Partial<NoticeButtonNode> = {}): Promise<Shown & { button: HTMLElement }> {
  const shown = await show(<NoticeButton node={{ ...node, ...more }} path={[]} />);
  return { ...shown, button: document.querySelector('[data-action="notice-push"]') as HTMLElement };
}

describe('the place of the button', () => {
  const phone = { width: 390, height: 844 };
  test('is brought back into a window that became smaller', () => {
    expect(clampToWindow({ right: 1300, bottom: -40 }, phone)).toEqual({ right: 390 - BUTTON_SIZE - 8, bottom: 8 });
  });
  test('leaves the panel wholly inside the window, wherever the button is', () => {
    const acrossPhone = { width: 844, height: 390 };
    for (const size of [phone, acrossPhone, { width: 1440, height: 900 }, { width: 360, height: 520 }])
      for (const right of [0, 200, 5000])
        for (const bottom of [0, 300, 5000]) {
          const panel = panelSpot(clampToWindow({ right, bottom }, size), size);
          expect(panel.right).toBeGreaterThanOrEqual(8);
          expect(panel.right + FRAME_SIZE.width).toBeLessThanOrEqual(size.width - 8);
          expect(panel.bottom).toBeGreaterThanOrEqual(8);
          expect(panel.bottom + frameHeight(size.height) + HEAD_HEIGHT).toBeLessThanOrEqual(size.height - 8);
        }
  });
});

test('the frame is 300 x 450 and its address carries userId and type (TB-008, TB-009, TB-010)', async () => {
  const { button, view } = await open({ type: 'todo' });
  fireEvent.click(button);
  const frame = view.getByTitle('通知推送') as HTMLIFrameElement;
  expect([frame.getAttribute('width'), frame.getAttribute('height')]).toEqual(['300', '450']);
  expect(frame.getAttribute('src')).toBe('#/noticePush?userId=u1&type=todo');
  expect(frameAddress('https://push.example/box?app=1', 'u 1', 'all')).toBe(
    'https://push.example/box?app=1&userId=u+1&type=all',
  );
});

test('the button says how much waits, and follows the counts', async () => {
  const { button, session } = await open();
  expect(button.getAttribute('aria-label')).toBe('通知推送');
  await Promise.all([session.updateCounts('todo'), session.updateCounts('mail'), session.updateCounts('notice')]);
  await waitFor(() => expect(button.getAttribute('aria-label')).toBe('通知推送，11 项待处理'));
});

test('dragging moves the button, opens nothing, and holds for the next time; a click opens and closes', async () => {
  const { button, view } = await open();
  button.setPointerCapture = () => undefined;
  const before = { right: button.style.right, bottom: button.style.bottom };
  fireEvent.pointerDown(button, { pointerId: 1, button: 0, clientX: 500, clientY: 500 });
  fireEvent.pointerMove(button, { pointerId: 1, clientX: 400, clientY: 450 });
  fireEvent.pointerUp(button, { pointerId: 1 });
  fireEvent.click(button);
  expect(view.queryByTitle('通知推送')).toBeNull();
  expect(Number.parseInt(button.style.right, 10)).toBe(Number.parseInt(before.right, 10) + 100);
  expect(Number.parseInt(button.style.bottom, 10)).toBe(Number.parseInt(before.bottom, 10) + 50);
  expect(JSON.parse(localStorage.getItem('noticeButton') ?? '')).toEqual({ right: 100, bottom: 210 });
  fireEvent.click(button);
  expect(view.queryByTitle('通知推送')).not.toBeNull();
  fireEvent.click(button);
  expect(view.queryByTitle('通知推送')).toBeNull();
});

test('near the edge it hides in the margin of the page', () => {
  expect([snapToRightEdge({ right: 15, bottom: 90 }), snapToRightEdge({ right: 16, bottom: 90 })]).toEqual([
    { right: 0, bottom: 90 },
    { right: 16, bottom: 90 },
  ]);
  expect(isDocked(clampToWindow({ right: -30, bottom: 90 }, { width: 390, height: 844 }))).toBe(true);
});

test('the arrow keys move it, and Esc closes the panel', async () => {
  const { button, view } = await open();
  fireEvent.keyDown(button, { key: 'ArrowUp' });
  expect(button.style.bottom).toBe('176px');
  fireEvent.click(button);
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(view.queryByTitle('通知推送')).toBeNull();
});

test('Esc gives the keyboard from the panel back to the button, and leaves it to who works on the page', async () => {
  const { button } = await open();
  fireEvent.click(button);
  expect(document.activeElement?.getAttribute('data-action')).toBe('close-notice-push');
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(document.activeElement).toBe(field);
  field.remove();
});
