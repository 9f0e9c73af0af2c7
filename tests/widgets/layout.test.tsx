import axe from 'axe-core';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { COUNT, frame, NAME, record, session, show } from '../runtime/support.tsx';
import { settle } from './support.tsx';

const OFF = { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } };
const field = (key: string, label: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label, ...more });
const STEPS = [
  {
    tag: 'el-steps',
    children: [
      { label: '基本信息', children: [{ ...NAME }] },
      { label: '费用', visibleWhen: 'name != "免费"', children: [field('cost', '费用说明', { required: true })] },
      { label: '确认', children: [field('note', '备注')] },
    ],
  },
];

const stepOf = (key: string): Element | null | undefined => frame(key)?.closest('[data-step]');
const action = (name: string): HTMLElement => document.querySelector(`[data-action="${name}"]`) as HTMLElement;

describe('steps', () => {
  test('the next step opens only when this one is right; the first problem has the focus', async () => {
    await show(session({ fields: STEPS }));
    fireEvent.click(action('step-next'));
    await settle(20);
    expect(stepOf('name')?.hasAttribute('hidden')).toBe(false);
    expect(frame('name')?.textContent).toContain('请填写');
    expect(document.activeElement).toBe(frame('name')?.querySelector('input'));
  });

  test('going on, back and on again keeps what was typed, and going back asks nothing', async () => {
    const form = session({ fields: STEPS });
    await show(form);
    act(() => form.setValue('name', '甲'));
    fireEvent.click(action('step-next'));
    expect(stepOf('cost')?.hasAttribute('hidden')).toBe(false);
    fireEvent.click(action('step-back'));
    expect(stepOf('name')?.hasAttribute('hidden')).toBe(false);
    expect(form.values.name).toBe('甲');
  });

  test('a step whose condition fails is not there, and its required fields are not asked for', async () => {
    const form = session({ fields: STEPS });
    await show(form);
    act(() => form.setValue('name', '免费'));
    expect(screen.queryByText('费用')).toBeNull();
    expect(form.validate()).toEqual([]);
    fireEvent.click(action('step-next'));
    expect(stepOf('note')?.hasAttribute('hidden')).toBe(false);
  });

  test('a jump to a problem opens the step that holds it, and its number stands at the step', async () => {
    const form = session({ fields: STEPS });
    await show(form);
    act(() => {
      form.setValue('name', '甲');
      form.validate();
    });
    expect(screen.getByLabelText('1 处问题')).toBeDefined();
    act(() => form.focusProblem(['cost']));
    await settle(20);
    expect(stepOf('cost')?.hasAttribute('hidden')).toBe(false);
  });

  test('a reader sees all steps as sections', async () => {
    await show(session({ fields: STEPS, mode: 'view', record: record({ name: '甲', cost: '十元', note: '无' }) }));
    expect(['name', 'cost', 'note'].map((key) => frame(key)?.closest('section')?.getAttribute('aria-label'))).toEqual([
      '基本信息',
      '费用',
      '确认',
    ]);
  });

  test('have no accessibility fault', async () => {
    const { violations } = await axe.run(await show(session({ fields: STEPS })), { rules: OFF });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });
});

describe('conditions of containers', () => {
  const FIELDS = [
    COUNT,
    {
      tag: 'el-tabs',
      children: [
        { label: '甲', children: [field('a', '甲一')] },
        { label: '乙', visibleWhen: 'count > 1.0', children: [field('b', '乙一', { required: true })] },
      ],
    },
    {
      tag: 'el-card',
      label: '卡',
      editableWhen: 'count > 1.0',
      children: [{ tag: 'row', children: [field('c', '丙', { required: true })] }],
    },
  ];

  test('a pane is shown and its fields asked for only while its condition holds', async () => {
    const form = session({ fields: FIELDS });
    await show(form);
    expect(screen.queryByRole('tab', { name: '乙' })).toBeNull();
    expect(form.validate()).toEqual([]);
    act(() => form.setValue('count', 2));
    expect(screen.getByRole('tab', { name: '乙' })).toBeDefined();
    expect(form.validate().map(({ path }) => path[0])).toEqual(['b', 'c']);
  });

  test('a container that may not be edited shows its fields as text', async () => {
    const form = session({ fields: FIELDS });
    await show(form);
    expect(frame('c')?.dataset.mode).toBe('view');
    act(() => form.setValue('count', 2));
    expect(frame('c')?.dataset.mode).toBe('edit');
  });
});

test('a table layout joins cells and holds its fields like any container', async () => {
  const form = session({
    fields: [
      {
        tag: 'tableLayout',
        columns: 4,
        children: [
          { label: '申请单', colspan: 9, isHead: true },
          { colspan: 2, children: [field('a', '甲')] },
          { colspan: 2, rowspan: 2, children: [field('b', '乙')] },
        ],
      },
    ],
  });
  await show(form);
  expect(
    [...document.querySelectorAll<HTMLElement>('.sf-table-cell')].map((cell) =>
      cell.style.getPropertyValue('--colspan'),
    ),
  ).toEqual(['4', '2', '2']);
  form.setValue('b', '值');
  expect(form.toRecord().fieldsMap).toMatchObject({ b: '值' });
});
