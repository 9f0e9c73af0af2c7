import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RecordPageContext } from '../../../src/runtime/contexts.ts';
import type { Chain } from '../../../src/runtime/services/recordPages.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ChainBlock } from '../../../src/screens/chain/ChainBlock.tsx';
import { renderAt } from '../fakes.tsx';

const page = {
  formKey: 'project',
  formName: '项目',
  record: { id: 'p1', title: '大桥', revision: 1, fieldsMap: {}, childTables: {} },
  fieldNode: () => undefined,
};
const EMPTY: Chain = { above: [], below: [], missing: [], isPartial: false, leftOut: 0 };
const show = (answer: () => Promise<Chain>) =>
  renderAt(
    '/',
    { recordPages: { chain: answer } } as unknown as Services,
    <RecordPageContext value={page}>
      <ChainBlock node={{ tag: 'chain' }} path={[]} />
    </RecordPageContext>,
  );

test('shows what is above and below step by step, with numbers, states, amounts and links', async () => {
  await show(async () => ({
    above: [
      {
        formKey: 'customer',
        formName: '客户档案',
        id: 'c1',
        title: '城投',
        flwState: '0',
        hasFlow: false,
        label: '客户',
        level: 1,
      },
    ],
    below: [
      {
        formKey: 'invoice',
        formName: '开票申请',
        hasFlow: true,
        via: 'contract.project',
        level: 2,
        count: 7,
        states: [
          { flwState: '1', count: 2 },
          { flwState: '3', count: 5 },
        ],
        sums: [{ key: 'amount', label: '开票金额', sum: '1234.5' }],
        records: [{ id: 'i1', title: 'FP-1', flwState: '3', time: '2026-01-01 00:00:00' }],
      },
    ],
    missing: [{ formKey: 'letter', formName: '律师函' }],
    isPartial: true,
    leftOut: 3,
  }));
  const above = await screen.findByText('城投');
  expect(above.getAttribute('href')).toBe('/commonEntry/detail?formKey=customer&id=c1');
  expect(document.querySelector('[data-chain-own]')?.textContent).toContain('大桥');
  const stage = document.querySelector('[data-chain-stage="invoice"]');
  expect(stage?.textContent).toContain('7 份');
  expect(stage?.textContent).toContain('审批中 2');
  expect(stage?.textContent).toContain('1,234.50 元');
  expect(screen.getByText('FP-1').getAttribute('href')).toBe('/commonEntry/detail?formKey=invoice&id=i1');
  expect(stage?.textContent).toContain('另有 6 份');
  expect(document.body.textContent).toContain('暂无：律师函');
  expect(document.body.textContent).toContain('您无权查看');
  expect(document.body.textContent).toContain('还有 3 种没有列出');
});

test('says that nothing hangs on it yet', async () => {
  await show(async () => EMPTY);
  await screen.findByText('还没有由它而来的单据');
});

test('says why it did not come, and asks again', async () => {
  let isAway = true;
  await show(async () => {
    if (isAway) throw new Error('断开');
    return EMPTY;
  });
  await screen.findByText('关联链没有加载出来');
  isAway = false;
  fireEvent.click(screen.getByRole('button'));
  await screen.findByText('还没有由它而来的单据');
});

test('each step has its own column: what is farther above stands before, what is farther below behind', async () => {
  const above = (formKey: string, level: number) => ({
    formKey,
    formName: formKey,
    id: formKey,
    title: formKey,
    flwState: '0',
    hasFlow: false,
    label: formKey,
    level,
  });
  const below = (formKey: string, level: number) => ({
    formKey,
    formName: formKey,
    hasFlow: false,
    via: '',
    level,
    count: 1,
    states: [],
    sums: [],
    records: [],
  });
  await show(async () => ({
    ...EMPTY,
    above: [above('项目', 1), above('客户', 2)],
    below: [below('开票', 2), below('结算', 1), below('付款', 1)],
  }));
  await screen.findByText('本记录');
  expect(
    [...document.querySelectorAll('.chain-columns > ol')].map((column) => [
      column.getAttribute('aria-label'),
      [...column.querySelectorAll('[data-chain-stage], [data-chain-above]')].map((card) =>
        card.getAttribute(card.hasAttribute('data-chain-stage') ? 'data-chain-stage' : 'data-chain-above'),
      ),
    ]),
  ).toEqual([
    ['上 2 级', ['客户']],
    ['上 1 级', ['项目']],
    ['本记录', []],
    ['下 1 级', ['结算', '付款']],
    ['下 2 级', ['开票']],
  ]);
});
