import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { compileForm } from '../../../src/kernel/index.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import { MAX_PREVIEW_FIELDS, useCheckedText } from '../../../src/designer/forms/useCheckedText.ts';
import { Around } from '../../widgets/support.tsx';
import { Preview } from '../../../src/designer/document/Preview.tsx';
import { fakeServices, fakeWidgets, FORM, lost, renderAt } from '../../screens/fakes.tsx';

const ROLES = [
  { code: 'finance', name: '财务' },
  { code: 'people', name: '人事' },
];

it('is shown without a form, not with the rights of another role, when those of the chosen role cannot be read', async () => {
  const request = vi.fn(async ({ params }: { params: Record<string, unknown> }) => {
    if (params['code'] === 'people') throw lost();
    return { forms: [{ formKey: 'seal', rights: ['see'], hidden: ['reason'], locked: [] }] };
  });
  const holders = vi.fn().mockRejectedValueOnce(lost()).mockResolvedValue({ roles: ROLES, posts: [] });
  const services = { ...fakeServices({ request: request as never }), flows: { holders } };
  const compiled = compileForm(FORM as never, createRegistry<Faces>([fakeWidgets]));
  await renderAt(
    '/m',
    services as never,
    <Preview compiled={compiled} fieldCount={2} isOutdated={false} config={null} />,
  );
  const preview = screen.getByRole('region', { name: '预览' });
  const fields = () => [...preview.querySelectorAll('[data-field]')].map((one) => one.getAttribute('data-field'));
  await waitFor(() => expect(fields()).toEqual(['name', 'reason']));
  await within(preview).findByText(/^角色无法读取/);
  const box = screen.getByRole('combobox', { name: '以哪个角色预览' });
  const choose = async (name: string): Promise<void> => {
    fireEvent.mouseDown(box);
    fireEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }));
  };
  await choose('财务');
  await waitFor(() => expect(fields()).toEqual(['name']));
  await choose('人事');
  await within(preview).findByText(/^权限无法读取/);
  expect(fields()).toEqual([]);
});

it('a form that has become too large is not compiled, nor is its earlier text shown in its place', async () => {
  const textWith = (count: number): string =>
    JSON.stringify({
      fields: Array.from({ length: count }, (_none, index) => ({ tag: 'el-input', __vModel__: `f${index}` })),
    });
  const { result, rerender } = renderHook(({ text }) => useCheckedText(text, 'f'), {
    initialProps: { text: textWith(1) },
    wrapper: ({ children }) => <Around services={fakeServices({}) as never}>{children}</Around>,
  });
  expect(result.current.lastValid).not.toBeNull();
  rerender({ text: textWith(MAX_PREVIEW_FIELDS + 1) });
  await waitFor(() => expect(result.current.isChecking).toBe(false), { timeout: 20_000 });
  expect([result.current.checked.fields, result.current.lastValid]).toEqual([MAX_PREVIEW_FIELDS + 1, null]);
  rerender({ text: '{' });
  await waitFor(() => expect(result.current.isChecking).toBe(false));
  expect(result.current.lastValid).toBeNull();
}, 60_000);
