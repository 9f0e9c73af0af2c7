import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { canvas, choose, openPage, told } from './pageFakes.tsx';

const FRAME = { tag: 'frame', url: 'https://example.com/' };
const handle = (): HTMLElement => screen.getByRole('separator', { name: '高度' });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the lower edge of a block whose grammar has a height', () => {
  it('is a separator with the bounds and the usual height of the grammar', async () => {
    await openPage([FRAME, { tag: 'text', text: '说明' }]);
    choose(0);
    expect(handle().getAttribute('aria-orientation')).toBe('horizontal');
    expect(handle().tabIndex).toBe(0);
    expect(['aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map((key) => handle().getAttribute(key))).toEqual([
      '480',
      '120',
      '2000',
    ]);
  });

  it('is not there for a block without a height', async () => {
    await openPage([FRAME, { tag: 'text', text: '说明' }]);
    choose(1);
    expect(canvas().querySelector('[aria-current="true"]')?.getAttribute('data-tag')).toBe('text');
    expect(screen.queryByRole('separator', { name: '高度' })).toBeNull();
  });

  it('is dragged: the block follows in steps of 8, and one undo takes all of it back', async () => {
    const save = await openPage([{ ...FRAME, height: 300 }]);
    choose(0);
    fireEvent.pointerDown(handle(), { button: 0, pointerId: 1, clientY: 100 });
    fireEvent.pointerMove(handle(), { pointerId: 1, clientY: 121 });
    expect(told(0).told).toBe('320');
    fireEvent.pointerMove(handle(), { pointerId: 1, clientY: 165 });
    expect(told(0).told).toBe('368');
    fireEvent.pointerUp(handle(), { pointerId: 1, clientY: 165 });
    expect(handle().getAttribute('aria-valuenow')).toBe('368');
    expect((await save())[0]).toEqual({ ...FRAME, height: 368 });
    fireEvent.click(document.querySelector('[data-action="undo"]') as Element);
    expect(told(0).told).toBe('300');
    expect((document.querySelector('[data-action="undo"]') as HTMLButtonElement).disabled).toBe(true);
  });

  it('stops at the bounds, changes nothing for a mere click, and lets go with Escape', async () => {
    await openPage([{ ...FRAME, height: 300 }]);
    choose(0);
    fireEvent.pointerDown(handle(), { button: 0, pointerId: 1, clientY: 900 });
    fireEvent.pointerUp(handle(), { pointerId: 1, clientY: 901 });
    expect((document.querySelector('[data-action="undo"]') as HTMLButtonElement).disabled).toBe(true);
    fireEvent.pointerDown(handle(), { button: 0, pointerId: 1, clientY: 900 });
    fireEvent.pointerMove(handle(), { pointerId: 1, clientY: 100 });
    expect(told(0).told).toBe('120');
    fireEvent.keyDown(handle(), { key: 'Escape' });
    expect(told(0).told).toBe('300');
    fireEvent.pointerUp(handle(), { pointerId: 1, clientY: 100 });
    expect((document.querySelector('[data-action="undo"]') as HTMLButtonElement).disabled).toBe(true);
  });

  it('takes the arrow keys, which choose no other block', async () => {
    const save = await openPage([
      { ...FRAME, height: 301 },
      { tag: 'text', text: '说明' },
    ]);
    choose(0);
    handle().focus();
    fireEvent.keyDown(handle(), { key: 'ArrowDown' });
    expect(told(0).told).toBe('312');
    fireEvent.keyDown(handle(), { key: 'ArrowUp' });
    fireEvent.keyDown(handle(), { key: 'ArrowUp' });
    expect(document.activeElement).toBe(handle());
    expect(handle().getAttribute('aria-valuetext')).toBe('296 像素');
    expect((await save())[0]).toEqual({ ...FRAME, height: 296 });
  });
});
