import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PageContext, type Page } from '../../../src/runtime/screen/page.ts';
import { Pager } from '../../../src/runtime/screen/Pager.tsx';
import { usePages } from '../../../src/runtime/screen/usePages.tsx';

const rows = (count: number): string[] => Array.from({ length: count }, (_, index) => `第 ${index + 1} 行`);

function Rows({ all }: { all: readonly string[] }) {
  const { shown, pager } = usePages(all);
  return (
    <>
      <ul>
        {shown.map((row) => (
          <li key={row} data-row>
            {row}
          </li>
        ))}
      </ul>
      {pager}
    </>
  );
}

const shown = (): (string | null)[] =>
  [...document.querySelectorAll('[data-row]')].map(({ textContent }) => textContent);

test('rows that are all here begin with ten of them, and the pager leads to the rest (PG-002, PG-004)', () => {
  render(<Rows all={rows(23)} />);
  expect([shown().length, shown()[0]]).toEqual([10, '第 1 行']);
  expect(screen.getByRole('navigation', { name: '分页' }).textContent).toContain('共 23 条');
  fireEvent.click(document.querySelector('.ant-pagination-item-3') as Element);
  expect(shown()).toEqual(['第 21 行', '第 22 行', '第 23 行']);
});

test('the sizes are 10 to 50 by fives, and another size goes back to the first page (PG-001)', async () => {
  render(<Rows all={rows(60)} />);
  fireEvent.click(document.querySelector('.ant-pagination-item-2') as Element);
  fireEvent.mouseDown(document.querySelector('.sf-pager .ant-select-selector') as Element);
  const options = [...document.querySelectorAll('.ant-select-item-option')].map((option) =>
    option.getAttribute('title'),
  );
  expect(options).toEqual([10, 15, 20, 25, 30, 35, 40, 45, 50].map((size) => `${size} 条/页`).slice(0, options.length));
  fireEvent.click(document.querySelector('.ant-select-item-option[title="25 条/页"]') as Element);
  expect([shown().length, shown()[0]]).toEqual([25, '第 1 行']);
});

test('what fits one page has no pager, and rows that became fewer show their last page', () => {
  const { rerender } = render(<Rows all={rows(23)} />);
  fireEvent.click(document.querySelector('.ant-pagination-item-3') as Element);
  rerender(<Rows all={rows(12)} />);
  expect(shown()).toEqual(['第 11 行', '第 12 行']);
  rerender(<Rows all={rows(10)} />);
  expect([shown().length, screen.queryByRole('navigation')]).toEqual([10, null]);
});

test('a page whose last rows went while another page was shown is left when the list is shown again', () => {
  const listeners: (() => void)[] = [];
  const page = { onShown: (listener: () => void) => (listeners.push(listener), () => undefined) } as unknown as Page;
  const onChange = vi.fn();
  render(
    <PageContext value={page}>
      <Pager pageNum={3} pageSize={10} total={20} isEmpty onChange={onChange} />
    </PageContext>,
  );
  onChange.mockClear(); // this call did nothing, because the page was hidden
  for (const listener of listeners) listener();
  expect(onChange.mock.calls).toEqual([[2, 10]]);
});
