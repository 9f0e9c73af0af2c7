import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import {
  parseAdvancedFilterValue,
  toListConditions,
  withConditions,
  type AdvancedFilterValue,
} from '../../../src/screens/list/more/advancedConditions.ts';
import { widget as number } from '../../../src/widgets/el-input-number/index.ts';
import { widget as select } from '../../../src/widgets/el-select/index.ts';
import { aRecord, fakeServices, FORM, renderAt, situation } from '../fakes.tsx';

afterEach(() => localStorage.clear());

const SEAL = {
  ...FORM,
  fields: [
    ...FORM.fields,
    {
      tag: 'el-select',
      __vModel__: 'kind',
      label: '类别',
      isList: '1',
      __slot__: {
        options: [
          { label: '公章', value: 'a' },
          { label: '杂章', value: 'other' },
        ],
      },
    },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2, isList: '1' },
  ],
};
const ANY: AdvancedFilterValue = {
  match: 'any',
  rows: [
    { field: 'name', op: 'eq', value: '甲' },
    { field: 'reason', op: 'eq', value: '急' },
  ],
};
const address = (): string => decodeURIComponent(screen.getByTestId('address').textContent.replaceAll('+', ' '));
const advanced = (): unknown => JSON.parse(new URLSearchParams(address().split('?')[1]).get('more') ?? 'null');

/** Opens a list whose server answers with `count` records to a list whose conditions include this one. */
async function show(look: string, more: AdvancedFilterValue | null, count: (conditions: string) => number) {
  const list = async (_key: string, { conditions, page }: ListQuery) => {
    const total = count(JSON.stringify(conditions));
    const rows = Array.from({ length: Math.min(total, page.pageSize) }, (_none, index) =>
      aRecord(`r${index}`, { name: '甲' }, { title: `第${index}条`, createTime: `${today} 09:00:00` }),
    );
    return { list: rows, total };
  };
  const sums = async () => ({ count: 3, sums: { amount: '50' } });
  await renderAt(
    `/x?look=${look}${more ? `&more=${encodeURIComponent(JSON.stringify(more))}` : ''}`,
    Object.assign(fakeServices({ forms: { definition: async () => SEAL as never }, records: { list } }), {
      relations: { sums },
    }),
    <ListBlock node={{ tag: 'list', formKey: 'seal' }} path={['root']} />,
    situation,
    [
      {
        name: 'more',
        install({ registerWidget }) {
          registerWidget(select as never);
          registerWidget(number as never);
        },
      },
    ],
  );
}
const today = new Date().toLocaleDateString('sv-SE');

it('a lane shown as a table keeps the conditions of which any is enough, and adds its own', async () => {
  await show('board.kind', ANY, (conditions) => (conditions.includes('"op":"eq","value":"a"') ? 35 : 0));
  const lane = (await screen.findByText('第0条')).closest('[data-lane]') as HTMLElement;
  fireEvent.click(within(lane).getByText('在表格中查看全部'));
  await waitFor(() => expect(advanced()).toEqual({ ...ANY, additional: [{ field: 'kind', op: 'in', value: ['a'] }] }));
  fireEvent.click(document.querySelector('[data-action="more-filters"]') as Element);
  expect((await screen.findByText('并且都要满足：')).nextElementSibling?.getAttribute('data-condition')).toBe('kind');
});

it('records whose value is no option any more have a lane of their own', async () => {
  await show('board.kind', null, (conditions) => (conditions.includes('notIn') ? 30 : 0));
  const lane = (await screen.findByText('其他')).closest('[data-lane]') as HTMLElement;
  expect(within(lane).getByText('30')).toBeTruthy();
  expect(screen.queryByText('未填写')).toBeNull();
  // an option with the value "other" has another lane, into which cards are dropped
  const keys = [...document.querySelectorAll<HTMLElement>('[data-lane]')].map((one) => one.dataset['lane']);
  expect(keys).toEqual(['option:a', 'option:other', 'rest:other']);
  fireEvent.click(within(lane).getByText('在表格中查看全部'));
  await waitFor(() =>
    expect(advanced()).toEqual({
      match: 'all',
      rows: [
        { field: 'kind', op: 'notIn', value: ['a', 'other'] },
        { field: 'kind', op: 'notEmpty' },
      ],
    }),
  );
});

it('a group whose sums count fewer records than it holds says how many', async () => {
  await show('group.kind', null, (conditions) => (conditions.includes('"op":"eq","value":"a"') ? 5 : 0));
  const group = (await screen.findByText('5 条')).closest('section') as HTMLElement;
  await waitFor(() => expect(group.textContent).toContain('生效 3 条金额 50.00'));
});

it('conditions that are added to one condition, or to those that must all hold, stand beside them', () => {
  const added = { field: 'kind', op: 'empty' as const };
  const [first] = ANY.rows;
  expect(withConditions(null, [added])).toEqual({ match: 'all', rows: [added] });
  expect(withConditions({ match: 'any', rows: [first!, { field: 'x', op: 'eq' }] }, [added])).toEqual({
    match: 'all',
    rows: [first, added],
  });
  const both = withConditions(ANY, [added]);
  expect(toListConditions(both)).toEqual([{ anyOf: ANY.rows }, { ...added, value: undefined }]);
  expect(parseAdvancedFilterValue(JSON.stringify(both))).toEqual(both);
  expect(parseAdvancedFilterValue(JSON.stringify({ ...both, rows: [first] }))).toEqual({
    match: 'all',
    rows: [first, added],
  });
});
