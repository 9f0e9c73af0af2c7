import axe from 'axe-core';
import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fixtures, mountEdit, mountView, perform, settle } from './support.tsx';

/** Rules that need layout or a whole page, which this environment has not; and lists that open elsewhere in the page. */
const OFF = {
  'color-contrast': { enabled: false },
  region: { enabled: false },
  'aria-valid-attr-value': { enabled: false },
};

async function faults(root: Element): Promise<string[]> {
  const { violations } = await axe.run(root, { rules: OFF, resultTypes: ['violations'], preload: false });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

describe.each(fixtures)('%s', (_tag, { node, text = [] }) => {
  const value = text[0]?.value;

  test('its control has a name and no accessibility fault', async () => {
    const { container } = await mountEdit(node, value, { invalid: true, isRequired: true, describedBy: 'x-label' });
    await settle(20);
    expect(await faults(container)).toEqual([]);
  });

  test('its control in a cell is named by the column', async () => {
    const { container } = await mountEdit(node, undefined, { isCell: true });
    await settle(20);
    expect(await faults(container)).toEqual([]);
  });

  test('its text has no accessibility fault', async () => {
    expect(await faults(await mountView(node, value))).toEqual([]);
  });
});

test.each(['userSelector', 'deptSelector', 'componySelector'])(
  'the dialog of %s has no accessibility fault',
  async (tag) => {
    const [, { node }] = fixtures.find(([name]) => name === tag) as (typeof fixtures)[number];
    await mountEdit(node, undefined);
    await perform({ click: (node as { label: string }).label });

    await waitFor(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('选择数据'), {
      timeout: 20_000,
    });

    expect(await faults(document.querySelector('[role="dialog"]') as Element)).toEqual([]);
  },
  60_000,
);

test('the dialog of a selector has the keyboard in its search, and gives it back when it closes', async () => {
  const [, { node }] = fixtures.find(([name]) => name === 'userSelector') as (typeof fixtures)[number];
  const { container } = await mountEdit(node, undefined);
  const input = container.querySelector('input') as HTMLInputElement;
  input.focus();
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('输入姓名查找'), {
    timeout: 20_000,
  });

  fireEvent.click(document.querySelector('[role="dialog"] [data-action="cancel"]') as Element);

  await waitFor(() => expect(document.activeElement).toBe(input));
}, 60_000);
