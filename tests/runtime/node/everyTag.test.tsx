import axe from 'axe-core';
import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { TAGS } from '../../../src/grammar/tags.ts';
import { builtinsPlugin } from '../../../src/widgets/builtins.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import { EVERY_TAG_FORM } from '../../e2e/forms/everyTagForm.ts';
import { isLong } from '../../support/tier.ts';
import { settle } from '../../widgets/support.tsx';
import { frame, record, session, show } from '../support.tsx';

/** What needs real layout, or a whole page, is looked at in a browser (`tests/e2e/forms/everyTag.test.ts`). */
const OFF = { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } };
/** Blocks of screens, not of forms. */
const OF_SCREENS = ['page', 'placeholder', 'result', 'tabs', 'templatePreview'];

const { fields } = EVERY_TAG_FORM;
const values: Record<string, unknown> = {
  a2: '示例',
  a3: 'www.example',
  a4: '123456',
  a5: '12.5',
  b3: '11010519491231002X',
  c3: 'r9',
  c3Label: '全站仪',
  c4: '自拟',
  d10: ['09:00:00', '11:00:00'],
  e2: 'p1,p2',
  e2Label: '李工、同事2',
  e3: 'd1',
  e3Label: '检测一部',
  e4: 'c1',
  e4Label: '总公司',
  e5: 'f1',
  e6: 'f2',
  e7: 'f2',
};
const filled = { ...session({ fields }).toRecord().fieldsMap, ...values };
const tagsIn = (nodes: unknown): string[] =>
  (Array.isArray(nodes) ? nodes : []).flatMap((node: { tag?: string; children?: unknown }) => [
    ...(node.tag ? [node.tag] : []),
    ...tagsIn(node.children),
  ]);
const keys = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-field]')].map((one) => one.dataset.field ?? '');

async function faults(root: Element): Promise<string[]> {
  const { violations } = await axe.run(root, { rules: OFF, resultTypes: ['violations'], preload: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

test('the form of every tag holds every tag that a form may hold', () => {
  const held = tagsIn(fields);
  const wanted = [...createRegistry([builtinsPlugin]).tags(), 'residentId'].filter(
    (tag) => tag in TAGS && !OF_SCREENS.includes(tag),
  );
  expect(wanted.filter((tag) => !held.includes(tag))).toEqual([]);
});

describe('a form of every tag', () => {
  test('has no accessibility fault while it is filled in, nor when everything in it is wrong', async () => {
    const form = session({ fields, record: record(filled) });
    const root = await show(form);
    await settle(200);
    // usually only the second state, which has the same controls and their messages
    if (isLong) expect(await faults(root)).toEqual([]);
    act(() => {
      for (const key of keys()) if (key !== 'rows') form.setValue(key, { no: 'value' });
      form.validate();
    });
    await settle(50);
    expect(root.querySelectorAll('.sf-error').length).toBeGreaterThan(20);
    expect(await faults(root)).toEqual([]);
  }, 120_000);

  test('has no accessibility fault when it is read, and shows a text for every value', async () => {
    const root = await show(session({ fields, record: record(filled), mode: 'view' }));
    await settle(200);
    expect(await faults(root)).toEqual([]);
    const blank = keys().filter(
      (key) =>
        filled[key] !== undefined &&
        filled[key] !== '' &&
        (frame(key)?.querySelector('.sf-text')?.textContent ?? '') === '',
    );
    expect(blank).toEqual([]);
    expect(root.querySelectorAll('[data-mode="edit"], input:not([type="search"]), textarea, select').length).toBe(0);
  }, 120_000);

  test('can be filled in without a mouse: each field has a place that Tab reaches, and a jump leads there', async () => {
    const form = session({ fields, record: record(filled) });
    await show(form);
    const editable = keys().filter((key) => frame(key)?.dataset.mode === 'edit' && key !== 'rows');
    expect(editable.length).toBeGreaterThan(40);
    const missed: string[] = [];
    for (const key of editable) {
      const stops = [
        ...(frame(key)?.querySelectorAll<HTMLElement>('input, button, textarea, [tabindex]') ?? []),
      ].filter((one) => one.tabIndex >= 0 && !one.matches(':disabled, [hidden]'));
      if (stops.length === 0) missed.push(`${key}: no stop`);
      act(() => form.focusProblem([key]));
      await settle(5);
      if (!frame(key)?.contains(document.activeElement)) missed.push(`${key}: the jump leads elsewhere`);
    }
    expect(missed).toEqual([]);
  }, 120_000);
});
