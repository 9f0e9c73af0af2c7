import axe from 'axe-core';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sectionsOf } from '../../../src/runtime/screen/sections.ts';
import { registry, settle } from '../../widgets/support.tsx';
import { compiled, frame, NAME, session, show } from '../support.tsx';

const title = (label: string, more: object = {}) => ({ tag: 'sTitle', label, ...more });
const field = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const LONG = [
  title('申请信息'),
  NAME,
  field('a'),
  { tag: 'el-card', label: '费用', children: [title('卡内小标题'), field('b', { required: true })] },
  { tag: 'row', children: [title('附件', { visibleWhen: 'a != "无"' }), field('c')] },
  { tag: 'el-tabs', children: [{ label: '一', children: [title('页签内'), field('d', { required: true })] }] },
  title('办理'),
  field('e'),
];
afterEach(() => localStorage.clear());
const nav = (): HTMLElement | null => screen.queryByRole('navigation', { name: '表单目录' });
const entries = (): (string | null)[] => [...(nav()?.querySelectorAll('li') ?? [])].map((item) => item.textContent);

test('titles and cards are sections with the fields up to the next; those inside cards and panes are not listed', () => {
  const { definition } = compiled(...LONG);
  expect(sectionsOf(definition.fields, ['fields'], registry).map(({ label, keys }) => [label, keys])).toEqual([
    ['申请信息', ['name', 'a']],
    ['费用', ['b']],
    ['附件', ['c', 'd']],
    ['办理', ['e']],
  ]);
});

test('a card without a label is no section; the titles in it are', () => {
  const { definition } = compiled({ tag: 'el-card', children: [title('甲'), field('a')] }, title('乙'), field('b'));
  expect(sectionsOf(definition.fields, ['fields'], registry).map(({ label, keys }) => [label, keys])).toEqual([
    ['甲', ['a']],
    ['乙', ['b']],
  ]);
});

test('a field after a card is in the section around the card, or in none', () => {
  const card = (label: string, key: string) => ({ tag: 'el-card', label, children: [field(key)] });
  const { definition } = compiled(card('甲', 'a'), field('b'), title('乙'), field('c'), card('丙', 'd'), field('e'));
  expect(sectionsOf(definition.fields, ['fields'], registry).map(({ label, keys }) => [label, keys])).toEqual([
    ['甲', ['a']],
    ['乙', ['c', 'e']],
    ['丙', ['d']],
  ]);
});

test('the list leads to a section, follows its condition and tells of problems', async () => {
  const form = session({ fields: LONG });
  await show(form);
  expect(entries()).toEqual(['申请信息', '费用', '附件', '办理']);
  fireEvent.click(screen.getByRole('button', { name: '费用' }));
  expect(document.activeElement).toBe(document.querySelector('[data-section="fields.3"]'));
  act(() => {
    form.setValue('a', '无');
    form.validate();
  });
  expect(entries()).toEqual(['申请信息1', '费用1', '办理']);
  expect(frame('b')).not.toBeNull();
});

test('the list can be folded, and stays so the next time', async () => {
  await show(session({ fields: LONG }));
  fireEvent.click(screen.getByRole('button', { name: '收起目录' }));
  expect(entries()).toEqual([]);
  await show(session({ fields: LONG }));
  expect(screen.getAllByRole('button', { name: '目录' })).toHaveLength(2);
});

test('a short form has no list', async () => {
  await show(session({ fields: [title('一'), NAME, title('二'), field('a')] }));
  expect(nav()).toBeNull();
});

test('the list has no accessibility fault', async () => {
  await show(session({ fields: LONG }));
  await settle(20);
  const { violations } = await axe.run(nav() as Element, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
