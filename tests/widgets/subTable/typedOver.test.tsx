import { act, configure, fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { giveSize, press, rowsOf, show, type } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

test.each([false, true])(
  'an editor that is mounted anew goes on with what the cell holds, not with the key that began it (strict: %s)',
  async (reactStrictMode) => {
    const told = new Set<(entries: never[]) => void>();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: (entries: never[]) => void) {
          told.add(tell);
        }
        observe(): void {}
        unobserve(): void {}
        disconnect(): void {}
      },
    );
    let restore = giveSize(560, 1200);
    const resize = async (height: number): Promise<void> => {
      restore();
      restore = giveSize(height, 1200);
      await act(async () => {
        for (const tell of told) tell([]);
      });
      await settle(50);
    };
    configure({ reactStrictMode });
    try {
      const table = await show({ rows: rowsOf(200) });
      for (const [column, first, whole, value] of [
        ['quantity', '3', '37', 37],
        ['name', '稍', '稍等', '稍等'],
      ] as const) {
        await press(await table.edit(0, column), 'Escape');
        await act(async () => {
          fireEvent.input(table.keys(), { target: { value: first } });
        });
        const input = table.cell(0, column).querySelector('input') as HTMLInputElement;
        expect(input.value).toBe(first);
        await type(input, whole);
        await settle(200);
        // as a page that is not shown any more: a window without height has no rows
        await resize(0);
        expect(table.root.querySelector('.st-editor')).toBeNull();
        await resize(560);
        expect(table.cell(0, column).querySelector('input')?.value).toBe(whole);
        await settle(200);
        expect(table.rows()[0].fieldsMap[column]).toBe(value);
        await press(table.cell(0, column).querySelector('input') as Element, 'Enter');
      }
    } finally {
      configure({ reactStrictMode: false });
      vi.unstubAllGlobals();
      restore();
    }
  },
);

test('Ctrl with an arrow goes to the end of the column or of the row and stays in it, and with Shift selects to there', async () => {
  const table = await show({ rows: rowsOf(4) });
  await press(await table.edit(1, 'quantity'), 'Escape');
  const at = (): string => {
    const cell = table.root.querySelector<HTMLElement>('.st-active');
    return `${cell?.closest<HTMLElement>('[data-row]')?.dataset.row} ${cell?.dataset.column}`;
  };
  const places: string[] = [];
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']) {
    await press(table.keys(), key, { ctrlKey: true });
    places.push(at());
  }
  expect(places).toEqual(['3 quantity', '0 quantity', '0 amount', '0 name']);
  await press(table.keys(), 'ArrowDown', { ctrlKey: true, shiftKey: true });
  expect([...table.root.querySelectorAll<HTMLElement>('.st-block')].map((cell) => cell.dataset.column)).toEqual([
    'name',
    'name',
    'name',
    'name',
  ]);
  await press(table.keys(), 'End', { ctrlKey: true });
  expect(at()).toBe('3 amount');
});
