import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ScreenManagerBlock } from '../../../src/designer/screens/ScreenManagerBlock.tsx';
import { designerServices, showDesigner } from './realDesigner.tsx';

vi.setConfig({ testTimeout: 60_000 });

interface Shell {
  root: Record<'header' | 'bars' | 'sidebar' | 'children', { tag: string }[]>;
}
const SHELL = JSON.parse(readFileSync('schemas/platform/shell.json', 'utf8')) as Shell;
const tagsOf = (shell: Shell, area: keyof Shell['root']): string[] => shell.root[area].map(({ tag }) => tag);

async function open() {
  const save = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
  showDesigner(
    '/m?screen=platform/shell',
    designerServices(SHELL, save),
    <ScreenManagerBlock node={{ tag: 'screenManager' }} path={['root']} />,
  );
  await screen.findByText('顶部之下的横条');
  return async (): Promise<Shell> => {
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(save).toHaveBeenCalled());
    return JSON.parse(save.mock.calls.at(-1)?.[2] as string) as Shell;
  };
}
const canvas = (): HTMLElement => document.querySelector('[data-designer="canvas"]') as HTMLElement;
const part = (tag: string): HTMLElement => canvas().querySelector(`[data-tag="${tag}"]`) as HTMLElement;
const palette = (name: string): HTMLElement =>
  within(screen.getByRole('region', { name: '部件' })).getByRole('button', { name });

afterEach(cleanup);

describe('the frame around all pages', () => {
  it('is drawn by its areas, and gets parts where they belong', async () => {
    const saved = await open();
    expect(part('logo').closest('[data-area]')?.getAttribute('data-area')).toBe('sidebar');
    fireEvent.click(palette('通知按钮'));
    fireEvent.click(part('sideMenu'));
    fireEvent.click(palette('单位切换'));
    const shell = await saved();
    expect(tagsOf(shell, 'header')).toEqual([...tagsOf(SHELL, 'header'), 'noticeButton']);
    expect(tagsOf(shell, 'sidebar')).toEqual([...tagsOf(SHELL, 'sidebar'), 'unitSwitch']);
    expect({ ...shell.root, header: [], sidebar: [] }).toEqual({ ...SHELL.root, header: [], sidebar: [] });
  });

  it('keeps its one root: nothing is put beside it, and it cannot be deleted', async () => {
    const saved = await open();
    const root = canvas().querySelector('[data-node-path="fields.0"]') as HTMLElement;
    fireEvent.click(root);
    fireEvent.keyDown(root, { key: 'Delete' });
    expect(screen.getByText('外壳不能删除，可删除其中的部件')).toBeTruthy();
    fireEvent.click(palette('通知按钮'));
    expect(tagsOf(await saved(), 'header')).toEqual([...tagsOf(SHELL, 'header'), 'noticeButton']);
  });

  it('has its parts moved and removed by keys, and brought back', async () => {
    const saved = await open();
    fireEvent.click(part('menuToggle'));
    fireEvent.keyDown(part('menuToggle'), { key: 'ArrowDown', altKey: true });
    fireEvent.click(part('fullScreen'));
    fireEvent.keyDown(part('fullScreen'), { key: 'Delete' });
    fireEvent.click(part('tabBar'));
    fireEvent.keyDown(part('tabBar'), { key: 'Delete' });
    fireEvent.click(document.querySelector('[data-action="undo"]') as Element);
    const [first, second, ...rest] = tagsOf(SHELL, 'header');
    const shell = await saved();
    expect(tagsOf(shell, 'header')).toEqual([second, first, ...rest.filter((tag) => tag !== 'fullScreen')]);
    expect(tagsOf(shell, 'bars')).toEqual(tagsOf(SHELL, 'bars'));
  });
});
