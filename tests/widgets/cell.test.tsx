import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { fixtures, mountEdit, perform, settle } from './support.tsx';

const nodeOf = (tag: string): AnyNode => (fixtures.find(([name]) => name === tag) as (typeof fixtures)[number])[1].node;

test.each([
  ['el-input', '字', '字'],
  ['el-input-number', '7', 7],
  ['residentId', '1', '1'],
  ['formilyInput', '螺栓', '螺栓'],
  ['formilyTextArea', '字', '字'],
  ['formilyNumberPicker', '7', 7],
])('typing on a cell of %s begins with what was typed', async (tag, typed, value) => {
  const mounted = await mountEdit(nodeOf(tag), typeof value === 'number' ? 12 : '旧', { isCell: true, typed });
  expect(mounted.latest().value).toBe(value);
});

test('typing on a number cell replaces what was there, also while it is no number yet', async () => {
  const mounted = await mountEdit(nodeOf('el-input-number'), 12, { isCell: true, typed: '-' });
  expect(mounted.latest().value).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('-');
});

test.each([
  ['el-date-picker', '2026-07-31'],
  ['el-time-picker', '08:30'],
  ['formilyDatePicker', '2026-07-31'],
  ['el-cascader', undefined],
])('typing on a cell of %s replaces its text', async (tag, old) => {
  await mountEdit(nodeOf(tag), old, { isCell: true, typed: '2' });
  await settle(50);
  expect((document.activeElement as HTMLInputElement).value).toBe('2');
});

test('typing on a cell of el-select searches its options', async () => {
  await mountEdit(nodeOf('el-select'), undefined, { isCell: true, typed: '合' });
  await settle(50);
  expect([...document.querySelectorAll('.ant-select-item-option')].map((item) => item.textContent)).toEqual(['合同章']);
});

test.each([
  'el-input',
  'el-input-number',
  'el-select',
  'el-cascader',
  'el-date-picker',
  'el-time-picker',
  'el-switch',
  'userSelector',
  'residentId',
])('a cell of %s has the keyboard at once', async (tag) => {
  const { container } = await mountEdit(nodeOf(tag), undefined, { isCell: true });
  await settle(50);
  // a selector's own dialog takes it
  expect(
    container.contains(document.activeElement) || document.activeElement?.closest('[role="dialog"]') !== null,
  ).toBe(true);
});

test('a chosen node that may not be chosen is refused with a warning (SE-003)', async () => {
  const mounted = await mountEdit(nodeOf('deptSelector'), undefined);
  await perform({ click: '部门' });
  await perform({ click: '检测二部' });
  await perform({ click: '总公司' });
  await screen.findAllByText('该节点不能选择', {}, { timeout: 10_000 });
  fireEvent.click(screen.getByText('确 定'));
  expect(mounted.latest().value).toBe('');
}, 20_000);
