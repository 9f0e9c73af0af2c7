import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LabelPrintNode } from '../../../src/grammar/nodes.ts';
import { LabelPrintBlock } from '../../../src/screens/labels/LabelPrintBlock.tsx';
import { fitSizes, pageRule, readSettings } from '../../../src/screens/labels/settings.ts';
import { openPage } from '../../../src/screens/list/openPage.ts';
import { aRecord, fakeServices, renderAt, situation } from '../fakes.tsx';

const NODE: LabelPrintNode = {
  tag: 'labelPrint',
  formKey: 'seal',
  title: '样品标签',
  code: 'name',
  fields: ['reason', 'gone'],
  target: '/sampleCardH5',
};
const block = <LabelPrintBlock node={NODE} path={[]} />;
const of = (id: string) => aRecord(id, { name: `YP-${id}`, reason: `混凝土试块 ${id}` }, { title: `样品 ${id}` });
const list = vi.fn(async () => ({ list: [of('a'), of('b')], total: 2 }));
const services = fakeServices({ records: { get: async (_form: string, id: string) => of(id), list } });
const labels = async (address = '/taskCenter/printSample?id=a,b,a') => {
  await renderAt(address, services, block);
  return screen.findAllByRole('article');
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.clearAllMocks();
});

describe('labels of samples', () => {
  it('stand at the size that is chosen, each once, with number, fields and a code that leads to its page (TC-007)', async () => {
    const shown = await labels();
    expect(shown.map((label) => [label.style.width, label.style.height])).toEqual([
      ['60mm', '40mm'],
      ['60mm', '40mm'],
    ]);
    expect(shown[0]?.textContent).toBe('样品标签YP-a事由混凝土试块 a');
    expect(new URL(shown[1]?.querySelector('[data-code-text]')?.getAttribute('data-code-text') ?? '').hash).toBe(
      '#/sampleCardH5?id=b',
    );
  });

  it('are printed as often as asked for, and the next time in the same way', async () => {
    await labels();
    fireEvent.change(screen.getByLabelText('每张份数'), { target: { value: '3' } });
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6));
    expect(screen.getByText('共 6 张')).toBeTruthy();
    fireEvent.click(screen.getByText('A4 纸'));
    await waitFor(() => expect(document.querySelector('.lb-sheet')).not.toBeNull());
    cleanup();
    expect(await labels()).toHaveLength(6);
    expect(document.querySelector('.lb-sheet')).not.toBeNull();
  });

  it('are chosen from the list where the address names none', async () => {
    await renderAt('/taskCenter/printSample', services, block);
    const confirm = await waitFor(() => {
      const found = document.querySelector('[data-action="confirm"]');
      if (!found) throw new Error('not yet');
      return found;
    });
    expect(confirm).toHaveProperty('disabled', true);
    fireEvent.click(await screen.findByRole('checkbox', { name: /样品 b/ }));
    fireEvent.click(confirm);
    expect((await screen.findAllByRole('article')).map((label) => label.getAttribute('data-label'))).toEqual(['b']);
    expect(screen.getByTestId('address').textContent).toBe('/taskCenter/printSample?id=b');
  });

  it('have no accessibility fault', async () => {
    await labels();
    const { violations } = await axe.run(document.querySelector('.lb') as HTMLElement, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });
});

it('a label printer gets pages of the label’s size, a sheet of paper its own', () => {
  expect(pageRule({ paper: 'roll', width: 60, height: 40, copies: 1 })).toBe('@page { size: 60mm 40mm; margin: 0; }');
  expect(pageRule({ paper: 'sheet', width: 60, height: 40, copies: 1 })).toContain('A4');
});

it('settings that are broken or beyond bounds are brought back to what can be printed', () => {
  const kept = (text: string) => readSettings(NODE, { getItem: () => text });
  expect(kept('not json')).toEqual({ width: 60, height: 40, paper: 'roll', copies: 1 });
  expect(kept('{"width":9999,"height":-1,"paper":"x","copies":500}')).toEqual({
    width: 200,
    height: 40,
    paper: 'roll',
    copies: 20,
  });
  expect(readSettings({ ...NODE, sizes: [{ width: 50, height: 30 }] }, { getItem: () => null })).toMatchObject({
    width: 50,
    height: 30,
  });
});

it('a code never is wider than its label leaves room for, nor smaller than a camera reads', () => {
  for (const size of [
    { width: 30, height: 20 },
    { width: 60, height: 40 },
    { width: 100, height: 70 },
  ]) {
    const { fontSize, codeSize } = fitSizes(size, 6);
    expect(codeSize).toBeGreaterThanOrEqual(10);
    expect(codeSize).toBeLessThan(size.width / 2);
    expect(fontSize).toBeGreaterThanOrEqual(1.7);
  }
});

describe('the action openPage of a list', () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const act = (path: unknown, id: string | null) =>
    openPage({
      formKey: 'seal',
      record: id ? of(id) : null,
      user: situation.user,
      args: { path },
      reload: () => undefined,
    });
  it('opens a page of this product, of a row with its id, and nothing else', () => {
    act('/taskCenter/printSample', 'a b');
    act('/x?y=1', 'a');
    act('/taskCenter/printSample', null);
    act('//elsewhere.example', 'a');
    act('https://elsewhere.example', 'a');
    expect(opened.mock.calls.map(([address]) => address)).toEqual([
      '#/taskCenter/printSample?id=a%20b',
      '#/x?y=1&id=a',
      '#/taskCenter/printSample',
    ]);
  });
});
