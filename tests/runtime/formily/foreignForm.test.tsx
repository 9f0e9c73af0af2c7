import { createForm } from '@formily/core';
import { connect, createSchemaField, FormProvider } from '@formily/react';
import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
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
