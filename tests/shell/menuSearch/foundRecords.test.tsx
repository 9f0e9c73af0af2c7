import { fireEvent, waitFor, type RenderResult } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MenuSearch } from '../../../src/shell/menuSearch/MenuSearch.tsx';
import type { FoundForm, SearchService } from '../../../src/runtime/services/search.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { show } from '../bench.tsx';

const row = (
  id: string,
  title: string,
  marks: [number, number][] = [],
  hits: FoundForm['rows'][number]['hits'] = [],
) => ({
  id,
  title: { text: title, marks },
  hits,
  flwState: '1',
  createByName: '周明轩',
  createTime: '2026-11-20 10:00:00',
});
const form = (formKey: string, formName: string, rows: FoundForm['rows'], total = rows.length): FoundForm => ({
  formKey,
  formName,
  hasFlow: true,
  total,
  isEstimate: false,
  rows,
});
const FOUND = [
  form('order', '检测委托', [row('o1', '滨江花园二期', [[0, 4]])]),
  form('sample', '样品', [row('s1', 'YP-1', [], [{ label: '委托', text: '在滨江花园', marks: [[1, 5]] }])], 2),
];

async function typed(records: SearchService['records'], query: string) {
  const shown = await show(<MenuSearch node={{ tag: 'menuSearch' }} path={[]} />, {
    services: { search: { records } },
  });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const input = await waitFor(
    () => {
      const found = document.querySelector<HTMLInputElement>('[data-menu-search]');
      if (!found) throw new Error('not open');
      return found;
    },
    { timeout: 8000 },
  );
  fireEvent.change(input, { target: { value: query } });
  return { ...shown, input };
}
const shownText = (view: RenderResult): string => view.baseElement.textContent ?? '';

test('records stand under their forms with what was found marked, and Enter opens the chosen one', async () => {
  const { input, where } = await typed(() => Promise.resolve({ forms: FOUND, isMore: false }), 'bjhy');
  await waitFor(() => expect(document.querySelectorAll('[data-found-record]')).toHaveLength(2));
  expect([...document.querySelectorAll('[data-found-form]')].map((part) => part.getAttribute('aria-label'))).toEqual([
    '检测委托，1 条',
    '样品，2 条',
  ]);
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['滨江花园', '滨江花园']);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(where()).toBe('/commonEntry/detail?formKey=sample&id=s1'));
}, 20_000);

test('the line below a form asks for all of its records and keeps the search open', async () => {
  const whole = form('sample', '样品', [row('s1', 'YP-1'), row('s2', 'YP-2')]);
  const records = vi.fn<SearchService['records']>(({ formKey }) =>
    Promise.resolve({ forms: formKey ? [whole] : FOUND, isMore: false }),
  );
  const { input } = await typed(records, 'yp-');
  await waitFor(() => expect(document.querySelector('[data-action="found-all"]')?.textContent).toBe('显示全部 2 条'));
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(document.querySelector('[data-found-record="s2"]')).not.toBeNull());
  expect(records).toHaveBeenLastCalledWith({ text: 'yp-', formKey: 'sample', pageSize: 50 });
  expect(document.querySelector('[data-found-record="o1"]')).not.toBeNull();
}, 20_000);

test('one character asks nothing, what is not there is said, and a failure can be tried again', async () => {
  const records = vi.fn<SearchService['records']>();
  const { input, view } = await typed(records, '~');
  await waitFor(() => expect(shownText(view)).toContain('查找单据请至少输入两个字'));
  expect(records).not.toHaveBeenCalled();
  records.mockResolvedValueOnce({ forms: [], isMore: false });
  fireEvent.change(input, { target: { value: '~~' } });
  await waitFor(() => expect(shownText(view)).toContain('没有找到相应的菜单或单据'));
  records.mockRejectedValueOnce(new ServiceError('UNAVAILABLE', '服务暂时不可用'));
  fireEvent.change(input, { target: { value: '~~~' } });
  await waitFor(() => expect(shownText(view)).toContain('服务暂时不可用'));
  records.mockResolvedValueOnce({ forms: FOUND, isMore: true });
  const retry = view.getByRole('button', { name: /重\s*试/ });
  // the space bar presses the button and is not typed into the search
  expect(fireEvent.keyDown(retry, { key: ' ' })).toBe(true);
  expect(input.value).toBe('~~~');
  fireEvent.click(retry);
  await waitFor(() => expect(shownText(view)).toContain('还有其他类型的单据'));
}, 20_000);

test('a late failure of all records of a form does not stand over what was found for another word', async () => {
  let fail: (error: Error) => void = () => undefined;
  const records = vi.fn<SearchService['records']>(({ formKey }) =>
    formKey
      ? new Promise((_done, refuse) => {
          fail = refuse;
        })
      : Promise.resolve({ forms: FOUND, isMore: false }),
  );
  const { input, view } = await typed(records, 'yp-');
  await waitFor(() => expect(document.querySelector('[data-action="found-all"]')).not.toBeNull());
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  fireEvent.keyDown(input, { key: 'Enter' });
  fireEvent.change(input, { target: { value: 'yp-1' } });
  await waitFor(() => expect(records).toHaveBeenLastCalledWith({ text: 'yp-1' }));
  await new Promise((done) => setTimeout(done, 20));
  fail(new ServiceError('UNAVAILABLE', '服务暂时不可用'));
  await new Promise((done) => setTimeout(done, 20));
  expect(shownText(view)).not.toContain('服务暂时不可用');
}, 20_000);

test('an answer to what was typed before does not stand under what is typed now', async () => {
  let late: (found: { forms: FoundForm[]; isMore: boolean }) => void = () => undefined;
  const records = vi.fn<SearchService['records']>(({ text }) =>
    text === '滨江'
      ? new Promise((done) => {
          late = done;
        })
      : Promise.resolve({ forms: [], isMore: false }),
  );
  const { input, view } = await typed(records, '滨江');
  await waitFor(() => expect(records).toHaveBeenCalledTimes(1));
  fireEvent.change(input, { target: { value: '滨江花' } });
  await waitFor(() => expect(shownText(view)).toContain('没有找到'));
  late({ forms: FOUND, isMore: false });
  await new Promise((done) => setTimeout(done, 50));
  expect(document.querySelectorAll('[data-found-record]')).toHaveLength(0);
}, 20_000);

test('Enter before the answer does not open a record that was found for the words before', async () => {
  const records = vi.fn<SearchService['records']>(({ text }) =>
    Promise.resolve({
      forms: text === 'bjhy' ? FOUND : [form('sample', '样品', [row('s118', 'YP-118')])],
      isMore: false,
    }),
  );
  const { input, where } = await typed(records, 'bjhy');
  await waitFor(() => expect(document.querySelectorAll('[data-found-record]')).toHaveLength(2));
  const before = where();
  fireEvent.change(input, { target: { value: 'bjhy 118' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(document.querySelector('[data-found-record="s118"]')).not.toBeNull());
  expect(where()).toBe(before);
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(where()).toBe('/commonEntry/detail?formKey=sample&id=s118'));
}, 20_000);
