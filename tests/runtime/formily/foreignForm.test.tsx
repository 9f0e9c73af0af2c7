import { createForm } from '@formily/core';
import { connect, createSchemaField, FormProvider } from '@formily/react';
import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { formilyComponents } from '../../../src/runtime/formily/components.tsx';
import { toFormilySchema } from '../../../src/runtime/formily/toFormilySchema.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import { fakeServices, registry, settle, situation } from '../../widgets/support.tsx';
import { compiled, COUNT, frame, NAME, PRICE, TOTAL } from '../support.tsx';

test('the form of another application keeps its values, and what is computed from them follows at once', async () => {
  const form = createForm<Record<string, unknown>>({ values: { count: 2, price: 3 } });
  const SchemaField = createSchemaField({ components: formilyComponents(registry) as never });
  render(
    <RuntimeProvider registry={registry} services={fakeServices()} situation={situation}>
      <FormProvider form={form}>
        <SchemaField schema={toFormilySchema(compiled(NAME, COUNT, PRICE, TOTAL))} />
      </FormProvider>
    </RuntimeProvider>,
  );
  await settle(30);
  expect(form.values).toMatchObject({ count: 2, price: 3, total: 6 });
  form.setValues({ count: 5 });
  expect(form.values.total).toBe(15);
});

test('a component of another application in our frame gets each new value by its props', async () => {
  const form = createForm<Record<string, unknown>>({ values: { name: '甲' } });
  const Own = connect(({ value }: { value?: string }) => <b>{value}</b>);
  const SchemaField = createSchemaField({ components: { ...formilyComponents(registry), 'el-input': Own } as never });
  render(
    <RuntimeProvider registry={registry} services={fakeServices()} situation={situation}>
      <FormProvider form={form}>
        <SchemaField schema={toFormilySchema(compiled(NAME))} />
      </FormProvider>
    </RuntimeProvider>,
  );
  await settle(30);
  expect(frame('name')?.querySelector('b')?.textContent).toBe('甲');
  await act(async () => form.setValues({ name: '乙' }));
  expect(frame('name')?.querySelector('b')?.textContent).toBe('乙');
});

test('its rules show a field, and refuse a submission that lacks one; rows of its table are among the values', async () => {
  const form = createForm<Record<string, unknown>>({ values: { count: 2, price: 3 } });
  const SchemaField = createSchemaField({ components: formilyComponents(registry) as never });
  const reason = { ...NAME, __vModel__: 'reason', label: '原因', required: false, visibleWhen: 'count > 10.0' };
  const required = { ...NAME, required: true };
  const rows = { tag: 'subTable', __vModel__: 'rows', label: '明细', children: [{ ...NAME, __vModel__: 'part' }] };
  const { container } = render(
    <RuntimeProvider registry={registry} services={fakeServices()} situation={situation}>
      <FormProvider form={form}>
        <SchemaField schema={toFormilySchema(compiled(required, COUNT, reason, rows))} />
      </FormProvider>
    </RuntimeProvider>,
  );
  await settle(30);
  expect(frame('reason')).toBeNull();
  await act(async () => form.setValues({ count: 12 }));
  expect(frame('reason')).not.toBeNull();
  let refused: { messages: string[] }[] = [];
  await act(async () => {
    await form.submit().catch((errors: { messages: string[] }[]) => {
      refused = errors;
    });
  });
  expect(refused.flatMap(({ messages }) => messages)).toContain('请填写名称');
  expect(frame('name')?.querySelector('.sf-error')).not.toBeNull();
  await act(async () => form.setValues({ name: '钢筋' }));
  const add = await waitFor(() => {
    const found = container.querySelector('[data-sub-table="rows"] [data-action="add-row"]');
    expect(found).not.toBeNull();
    return found as HTMLElement;
  });
  await act(async () => {
    fireEvent.click(add);
  });
  await settle(30);
  const sent = vi.fn();
  await form.submit(sent);
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ name: '钢筋', rows: [{ fieldsMap: {} }] });
});
