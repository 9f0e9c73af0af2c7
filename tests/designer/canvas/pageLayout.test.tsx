import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ScreenManagerBlock } from '../../../src/designer/screens/ScreenManagerBlock.tsx';
import { designerServices, showDesigner } from './realDesigner.tsx';

vi.setConfig({ testTimeout: 60_000 });

const DRAFT = {
  screenKey: 'trial',
  title: '试验',
  root: {
    tag: 'row',
    children: [
      { tag: 'frame', url: 'https://example.com/', span: 12 },
      { tag: 'text', text: '提示', span: 12 },
    ],
  },
};
const canvas = (): HTMLElement => document.querySelector('[data-designer="canvas"]') as HTMLElement;
const block = (index: number): HTMLElement =>
  canvas().querySelector(`[data-node-path="fields.${index}"]`) as HTMLElement;

async function open(save = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }))) {
  const manager = <ScreenManagerBlock node={{ tag: 'screenManager' }} path={['root']} />;
  showDesigner('/m?screen=trial', designerServices(DRAFT, save), manager);
  await waitFor(() => expect(block(1)).toBeTruthy());
  return save;
}

afterEach(cleanup);

describe('the layout of a page', () => {
  it('has a height for blocks whose grammar knows one, by keys and by dragging, each drag undone as one step', async () => {
    const save = await open();
    fireEvent.click(block(1));
    expect(within(block(1)).queryByRole('separator')).toBeNull();
    fireEvent.click(block(0));
    const handle = within(block(0)).getByRole('separator', { name: '高度' });
    expect(handle.getAttribute('aria-valuenow')).toBe('480');
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    expect(handle.getAttribute('aria-valuenow')).toBe('488');
    handle.setPointerCapture = () => undefined;
    fireEvent.pointerDown(handle, { button: 0, clientY: 100 });
    fireEvent.pointerMove(handle, { clientY: 150 });
    fireEvent.pointerMove(handle, { clientY: -900 });
    // not below what the grammar allows
    expect(handle.getAttribute('aria-valuenow')).toBe('120');
    fireEvent.lostPointerCapture(handle);
    fireEvent.pointerMove(handle, { clientY: 900 });
    expect(handle.getAttribute('aria-valuenow')).toBe('120');
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(JSON.parse(save.mock.calls[0]?.[2] as string)).toMatchObject({ root: { children: [{ height: 120 }, {}] } });
    fireEvent.click(document.querySelector('[data-action="undo"]') as Element);
    expect(handle.getAttribute('aria-valuenow')).toBe('488');
    fireEvent.click(document.querySelector('[data-action="undo"]') as Element);
    expect(handle.getAttribute('aria-valuenow')).toBe('480');
  });

  it('is drawn for a phone where that is chosen, and can be changed there', async () => {
    await open();
    expect(canvas().closest('[data-as-phone]')).toBeNull();
    fireEvent.click(within(screen.getByLabelText('画布的设备')).getByText('手机'));
    await waitFor(() => expect(canvas().closest('[data-as-phone]')).toBeTruthy());
    fireEvent.click(block(1));
    fireEvent.keyDown(block(1), { key: 'Delete' });
    expect(block(1)).toBeNull();
    fireEvent.click(within(screen.getByLabelText('画布的设备')).getByText('电脑'));
    await waitFor(() => expect(canvas().closest('[data-as-phone]')).toBeNull());
    expect(block(1)).toBeNull();
  });
});
