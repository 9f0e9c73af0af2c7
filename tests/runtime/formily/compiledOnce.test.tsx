import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Environment } from '@marcbachmann/cel-js';
import * as core from '@formily/core';
import { raw } from '@formily/reactive';
import { createFormSession } from '../../../src/runtime/form/createSession.ts';
import { schemaTreeOf } from '../../../src/runtime/formily/fieldStore.ts';
import { toFormilySchema } from '../../../src/runtime/formily/toFormilySchema.ts';
import { MarksContext } from '../../../src/runtime/node/marks.ts';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import { Around, fakeServices, settle, situation } from '../../widgets/support.tsx';
import { compiled, COUNT, frame, NAME, PRICE, record, session, show, TOTAL } from '../support.tsx';

vi.mock('@formily/core', async (load) => {
  const real = await load<typeof core>();
  return { ...real, createForm: vi.fn(real.createForm) };
});
const parse = vi.spyOn(Environment.prototype, 'parse');
beforeEach(() => {
  vi.mocked(core.createForm).mockClear();
  parse.mockClear();
});

test('another node, mode and owner parse no expression, make no schema, no field and no form', async () => {
  const form = compiled(NAME, { ...COUNT, visibleWhen: `name == '甲'` }, PRICE, TOTAL, {
    tag: 'el-card',
    label: '卡',
    visibleWhen: `user.id == 'u2'`,
    children: [{ tag: 'el-input', __vModel__: 'note' }],
  });
  // an expression is parsed when it is needed first
  expect(parse).toHaveBeenCalled();
  const stored = record({ name: '甲', count: 2, price: 3 });
  const open = (mode: 'edit' | 'view') =>
    createFormSession({ compiled: form, record: stored, situation, services: fakeServices(), mode });
  const filled = open('edit');
  await show(filled);
  const fields = raw(filled.form?.fields ?? {});
  const before = { ...fields };
  const [schema, tree] = [toFormilySchema(form), schemaTreeOf(form)];
  expect(core.createForm).toHaveBeenCalledTimes(1);
  parse.mockClear();

  const change = (next: Parameters<typeof filled.setSituation>[0]): void => act(() => filled.setSituation(next));
  expect(frame('name')?.dataset.mode).toBe('edit');
  change({ isEdit: '0' });
  expect(frame('name')?.dataset.mode).toBe('view');
  change({
    isEdit: '1',
    taskNode: '审核',
    nodeRules: { taskNode: '审核', fields: { name: { editable: '1' } }, tables: {}, actions: [] },
  });
  expect(frame('name')?.dataset.mode).toBe('edit');
  expect(frame('price')?.dataset.mode).toBe('view');
  expect(frame('note')).toBeNull();
  change({ nodeRules: null, user: { ...situation.user, id: 'u2' } });
  expect(frame('note')).not.toBeNull();
  // the same form, opened once more to read and to fill in
  open('view');
  open('edit').dispose();

  expect(parse).not.toHaveBeenCalled();
  expect(Object.entries(fields).filter(([address, field]) => before[address] !== field)).toEqual([]);
  expect([toFormilySchema(form), schemaTreeOf(form)]).toEqual([schema, tree]);
  expect(core.createForm).toHaveBeenCalledTimes(2);
});

test('a value renders what shows it, and not the frame around it', async () => {
  const form = session({ fields: [COUNT, PRICE, TOTAL], record: record({ count: 2, price: 3, total: 6 }) });
  const drawn: string[] = [];
  const marks = { field: (key: string) => (drawn.push(key), null), cell: () => null, row: () => null };
  render(
    <Around services={fakeServices()}>
      <MarksContext value={marks}>
        <FormView session={form} />
      </MarksContext>
    </Around>,
  );
  await settle(30);
  expect(drawn).toContain('total');
  drawn.length = 0;
  await act(async () => form.setValue('count', 5));
  expect(frame('total')?.textContent).toContain('15');
  expect(drawn).toEqual([]);
  await act(async () =>
    form.setProblems('count', [{ code: 'VALUE_RANGE', level: 'error', path: [], message: '不对', params: {} }]),
  );
  expect(frame('count')?.textContent).toContain('不对');
  expect(drawn).toEqual(['count']);
});
