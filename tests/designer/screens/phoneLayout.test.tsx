import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { canvas, choose, openPage, told } from './pageFakes.tsx';

const frame = (): HTMLElement => canvas().parentElement as HTMLElement;
const show = (device: string): void => {
  fireEvent.click(within(screen.getByRole('radiogroup', { name: '画布的设备' })).getByText(device));
};

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('a page designed as on a phone', () => {
  it('draws its blocks as the product does on a phone, and as on a computer again', async () => {
    await openPage([{ tag: 'text', text: '说明' }]);
    expect([frame().dataset.device, told(0).phone]).toEqual(['desktop', 'false']);
    show('手机');
    expect([frame().dataset.device, told(0).phone]).toEqual(['phone', 'true']);
    show('电脑');
    expect([frame().dataset.device, told(0).phone]).toEqual(['desktop', 'false']);
  });

  it('lets blocks be chosen, changed and moved there, but not widened', async () => {
    const save = await openPage([
      { tag: 'frame', url: 'https://example.com/', span: 12 },
      { tag: 'text', text: '说明', span: 12 },
    ]);
    choose(0);
    expect(canvas().querySelector('.ds-resize')).toBeTruthy();
    show('手机');
    expect(canvas().querySelector('[aria-current="true"]')?.getAttribute('data-tag')).toBe('frame');
    expect(canvas().querySelector('.ds-resize')).toBeNull();
    fireEvent.keyDown(screen.getByRole('separator', { name: '高度' }), { key: 'ArrowUp' });
    const chosen = canvas().querySelector('[aria-current="true"]') as Element;
    fireEvent.keyDown(chosen, { key: 'ArrowDown', altKey: true });
    expect(await save()).toEqual([
      { tag: 'text', text: '说明', span: 12 },
      { tag: 'frame', url: 'https://example.com/', span: 12, height: 472 },
    ]);
  });

  it('keeps the device when the page is looked at, and when it is designed again', async () => {
    await openPage([{ tag: 'text', text: '说明' }]);
    show('手机');
    fireEvent.click(screen.getByText('预览', { selector: '.ds-views *' }));
    expect(document.querySelector('.ds-screen')?.getAttribute('data-device')).toBe('phone');
    expect(screen.queryByRole('radiogroup', { name: '画布的设备' })).toBeNull();
    fireEvent.click(screen.getByText('设计', { selector: '.ds-views *' }));
    expect(frame().dataset.device).toBe('phone');
  });
});
