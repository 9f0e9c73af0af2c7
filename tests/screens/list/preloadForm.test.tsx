import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Plugin } from '../../../src/kernel/registry.ts';
import { lazyFace } from '../../../src/runtime/node/LazyFace.tsx';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { passTime } from '../../support/pendingTimers.ts';
import { aRecord, fakeServices, FORM, renderAt } from '../fakes.tsx';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  localStorage.clear();
});

/** A list of a form with a date and a table of numbers, whose code is noted as it comes. */
async function look(topActions: readonly { name: string }[]): Promise<string[]> {
  const brought: string[] = [];
  const face = (name: string): never =>
    lazyFace(async () => {
      brought.push(name);
      return () => null;
    }) as never;
  const lazy: Plugin<Faces> = {
    name: 'lazy',
    install({ registerWidget }) {
      registerWidget({ definition: { tag: 'detail', kind: 'block' }, faces: { block: face('detail') } });
      for (const tag of ['el-date-picker', 'el-input-number', 'el-rate'])
        registerWidget({ definition: { tag, kind: 'field', valueType: 'string' }, faces: { edit: face(tag) } });
      registerWidget({
        definition: { tag: 'subTable', kind: 'field', valueType: 'list' },
        faces: { edit: face('subTable') },
      });
    },
  };
  const form = {
    ...FORM,
    fields: [
      ...FORM.fields,
      { tag: 'el-date-picker', __vModel__: 'day', label: '日期' },
      {
        tag: 'subTable',
        __vModel__: 'rows',
        label: '明细',
        children: [{ tag: 'el-input-number', __vModel__: 'count', label: '数量' }],
      },
    ],
  };
  const services = fakeServices({
    forms: { definition: async () => form as never },
    records: { list: async () => ({ list: [aRecord('r1', { name: '公章' })], total: 1 }) },
  });
  const node = { tag: 'list', formKey: 'seal', topActions } as never;
  await renderAt('/x', services, <ListBlock node={node} path={['root']} />, undefined, [lazy]);
  await screen.findByText('公章');
  return brought;
}

test('whoever may add a record to a list has the code of its form before they ask for it, and of no other', async () => {
  const brought = await look([{ name: 'create' }]);
  await passTime(1_500);
  expect(brought).toEqual(['detail', 'el-date-picker', 'subTable', 'el-input-number']);
});

test('nothing is brought for whoever only reads the list, nor where the browser is to save data', async () => {
  const read = await look([]);
  cleanup();
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const saving = await look([{ name: 'create' }]);
  await passTime(1_500);
  expect([read, saving]).toEqual([[], []]);
});
