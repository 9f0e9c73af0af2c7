import { act, fireEvent, render } from '@testing-library/react';
import * as core from '@formily/core';
import type { Field } from '@formily/core';
import { observer, useField, useFieldSchema, useForm } from '@formily/react';
import { expect, test, vi } from 'vitest';
import { createRegistry, RegistryError, type Plugin } from '../../../src/kernel/index.ts';
import { formilyFace } from '../../../src/runtime/formily/formilyFace.tsx';
import { registerFormilyComponent } from '../../../src/runtime/formily/registerFormilyComponent.ts';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import type { EditProps, Faces } from '../../../src/runtime/node/faces.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import { Around, fakeServices, registry, settle, situation } from '../../widgets/support.tsx';
import { COUNT, frame, NAME, record, SEAL, session, show } from '../support.tsx';

vi.mock('@formily/core', async (load) => {
  const real = await load<typeof core>();
  return { ...real, createForm: vi.fn(real.createForm) };
});

/** As somebody writes it who knows Formily and nothing of this product. */
const Probe = observer(function Probe({ onChange, hint }: { onChange(value: string): void; hint?: string }) {
  const field = useField<Field>();
  const schema = useFieldSchema();
  const form = useForm();
  const { name, count } = form.values as { name?: string; count?: number };
  return (
    <button type="button" data-probe={field.path.toString()} onClick={() => onChange(`${field.value ?? ''}+`)}>
      {[schema.title, schema['x-component'], field.value, name, count, hint, field.dataSource?.length ?? 0].join('|')}
    </button>
  );
});

const definitionOf = (tag: string) => registry.definition(tag) as never;
const view = (({ value }: { value: unknown }) => <i>{String(value)}</i>) as Faces['view'];
const control = { definition: definitionOf('el-input'), propsOf: () => ({ hint: '提示' }) };

test('in a form the component stands in the form’s own field, with its schema, and what it reports is saved', async () => {
  const tags: Plugin<Faces> = {
    name: 'probes',
    install({ registerWidget }) {
      for (const tag of registry.tags()) {
        const widget = registry.widget(tag);
        if (!widget) continue;
        const edit = formilyFace(Probe as never, control) as Faces['edit'];
        registerWidget(tag === 'el-input' ? { ...widget, faces: { ...widget.faces, edit } } : widget);
      }
    },
  };
  const form = session({ fields: [NAME, COUNT], record: record({ name: '甲', count: 1 }) });
  render(
    <RuntimeProvider registry={createRegistry<Faces>([tags])} services={fakeServices()} situation={situation}>
      <FormView session={form} />
    </RuntimeProvider>,
  );
  await settle(30);
  const probe = frame('name')?.querySelector('[data-probe]') as HTMLElement;
  expect(probe.textContent).toBe('名称|el-input|甲|甲|1|提示|0');
  act(() => {
    fireEvent.click(probe);
  });
  expect(probe.textContent).toContain('|甲+|甲+|');
  expect(form.isDirty).toBe(true);
  expect(form.toRecord().fieldsMap).toMatchObject({ name: '甲+', count: 1 });
});

test('in a cell that is being edited it gets a form of this one field, with the schema of the column and its options', async () => {
  const onChange = vi.fn();
  const Edit = formilyFace(Probe as never, { ...control, definition: definitionOf('el-select') });
  const props = { id: 'c', node: { ...SEAL, label: '用章' }, value: '1', onChange, disabled: false, isCell: true };
  const { container } = render(
    <Around services={fakeServices()}>
      <Edit {...(props as unknown as EditProps<never>)} />
    </Around>,
  );
  await settle(10);
  const probe = container.querySelector('[data-probe="seal"]') as HTMLElement;
  expect(probe.textContent).toBe('用章|el-select|1|||提示|2');
  act(() => {
    fireEvent.click(probe);
  });
  await settle(10);
  expect(onChange).toHaveBeenCalledWith('1+', expect.anything());
});

test('of a sub-table only the cell that is being edited has a Formily field: the others are text', async () => {
  const table = {
    tag: 'subTable',
    __vModel__: 'rows',
    label: '明细',
    children: [{ tag: 'formilyInput', __vModel__: 'part', label: '零件' }],
  };
  const rows = ['螺栓', '螺母', '垫圈'].map((part, i) => ({ id: `w${i}`, fieldsMap: { part } }));
  vi.mocked(core.createForm).mockClear();
  const form = session({ fields: [table], record: record({}, { childTables: { rows } }) });
  const root = await show(form);
  expect(core.createForm).toHaveBeenCalledTimes(1);
  expect(Object.values(form.form?.fields ?? {}).filter(core.isField)).toHaveLength(1);
  const cell = root.querySelector('[data-row="1"] [data-column="part"]') as HTMLElement;
  expect(cell.textContent).toContain('螺母');
  await act(async () => {
    for (const name of ['pointerDown', 'mouseDown', 'mouseUp', 'click'] as const)
      fireEvent[name](cell, { button: 0, buttons: 1 });
  });
  await settle(30);
  expect(core.createForm).toHaveBeenCalledTimes(2);
  expect((root.querySelector('.st-editor input') as HTMLInputElement).value).toBe('螺母');
});

test('a Formily component without a grammar, or without a face for reading, is refused when it is registered', () => {
  const install = (tag: string, face: Faces['view'] | undefined) => () =>
    createRegistry<Faces>([
      {
        name: 'wrong',
        install(registrar) {
          registerFormilyComponent(registrar, tag, async () => Probe as never, { ...control, view: face as never });
        },
      },
    ]);
  expect(install('noSuchTag', view)).toThrow(RegistryError);
  expect(install('el-input', undefined)).toThrow('has no view face');
  expect(install('el-input', view)).not.toThrow();
});
