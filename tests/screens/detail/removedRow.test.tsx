import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Plugin } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import type { Draft } from '../../../src/screens/detail/drafts/draft.ts';
import { createDraftStore, draftKey } from '../../../src/screens/detail/drafts/draftStore.ts';
import { button, detail, OFFER } from './detailPage.tsx';
import { aRecord, fakeServices, FORM, lost, renderAt } from '../fakes.tsx';

beforeEach(() => localStorage.clear());

const tables: Plugin<Faces> = {
  name: 'tables',
  install({ registerWidget }) {
    registerWidget({
      definition: { tag: 'subTable', kind: 'field', valueType: 'list', emptyValue: [] },
      faces: { edit: (() => null) as Faces['edit'], isEager: true },
    });
  },
};
const form = {
  ...FORM,
  fields: [
    ...FORM.fields,
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      flowEditable: '1',
      children: [{ tag: 'el-input', __vModel__: 'text', label: '内容', flowEditable: '1' }],
    },
  ],
};
/** A draft of the stored record that changes only a row that somebody else has removed since. */
const draft: Draft = {
  id: 'd1',
  formKey: 'seal',
  recordId: 'r1',
  title: '用印',
  device: '浏览器',
  patch: { fields: {}, tables: { rows: { cells: { 1: { text: '我填的' } }, added: {}, removed: [] } } },
  revision: 3,
  version: 1,
  time: Date.now() - 3_600_000,
  pending: null,
  synced: 0,
  isSynced: false,
};

it('a draft of a row that others removed is offered, and what is lost of it is named even if its base is unknown', async () => {
  await createDraftStore().save(draftKey('u1', draft), draft);
  const stored = aRecord(
    'r1',
    { name: '公章' },
    { revision: 5, childTables: { rows: [{ id: '2', fieldsMap: { text: '乙' } }] } },
  );
  const services = fakeServices({
    forms: { definition: async () => form as never },
    records: { get: async () => stored, getRevision: () => Promise.reject(lost()) },
  });
  await renderAt('/d?formKey=seal&id=r1&isEdit=1', services, detail, undefined, [tables]);
  await screen.findByText(OFFER);
  fireEvent.click(button('restore-draft'));
  await waitFor(() => expect(button('keep-mine')).toBeTruthy());
  await screen.findByText('您改过的一些行已不存在，对这些行的修改不能恢复。');
  fireEvent.click(button('keep-mine'));
  await screen.findByText('以下内容您现在不能填写：明细：已不存在的行');
});
