import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, input, detail } from './detailPage.tsx';
import { FORM, aRecord, fakeServices, renderAt } from '../fakes.tsx';

const answering = (answer: object) =>
  Object.assign(fakeServices({ records: { get: async () => aRecord('r1', { name: '甲' }) } }), {
    request: async ({ url }: { url: string }) => (url === '/system/frmCrud/rights/seal' ? answer : null),
  });

it.each([
  ['for whom may not add one', { rights: ['see'] }, `您没有新增“${FORM.formName}”的权限，请联系管理员`],
  ['of a form out of use', { rights: ['see', 'create'], isDisabled: true }, `“${FORM.formName}”已停用，不能新增`],
])('a new record opened by its address is not begun %s, and says why', async (_whom, answer, text) => {
  await renderAt('/d?formKey=seal&isEdit=1', answering(answer), detail);
  await screen.findByText(text);
  expect(input('name')).toBeNull();
  expect(document.querySelector('[data-action="retry"]')).toBeNull();
});

it('a new record is begun by whom may', async () => {
  await renderAt('/d?formKey=seal&isEdit=1', answering({ rights: ['see', 'create'] }), detail);
  expect(input('name')).not.toBeNull();
});

it('a record is read without the right to add one', async () => {
  await renderAt('/d?formKey=seal&id=r1', answering({ rights: ['see'] }), detail);
  await screen.findByText('甲');
});

const ofOther = (answer: object, form?: object, more: object = {}) =>
  Object.assign(
    fakeServices({
      ...(form ? { forms: { definition: async () => ({ ...FORM, ...form }) } } : {}),
      records: { get: async () => aRecord('r1', { name: '甲' }, { createBy: 'u9', ...more }) },
      tasks: { history: async () => [] },
    }),
    { request: async ({ url }: { url: string }) => (url === '/system/frmCrud/rights/seal' ? answer : null) },
  );

it('another person’s record is changed and voided by whom the rights let, whatever roles the form names', async () => {
  await renderAt('/d?formKey=seal&id=r1', ofOther({ rights: ['see', 'editAll'] }), detail);
  await screen.findByText('甲');
  expect([button('edit'), button('void')]).not.toContain(null);
  await renderAt('/d?formKey=seal&id=r1&isEdit=1', ofOther({ rights: ['see', 'editAll'] }), detail);
  await waitFor(() => expect(input('name')).not.toBeNull());
});

it('a keeper role whose rights were taken neither changes nor voids it', async () => {
  const taken = ofOther({ rights: ['see'] }, { access: { keeperRoles: ['staff'] } });
  await renderAt('/d?formKey=seal&id=r1&isEdit=1', taken, detail);
  await screen.findByText('此记录由他人填写，当前只能查看。');
  expect([input('name'), button('edit'), button('void')]).toEqual([null, null, null]);
});

it('a record of another unit is neither changed nor voided, since the server would refuse the save', async () => {
  const answer = { rights: ['see', 'editAll'] };
  await renderAt('/d?formKey=seal&id=r1&isEdit=1', ofOther(answer, undefined, { isOfOtherUnit: true }), detail);
  await screen.findByText('此记录属于其他单位，当前只能查看。');
  expect([input('name'), button('edit'), button('void')]).toEqual([null, null, null]);
});

it('one that was stored before its form got the process is voided by whom the rights let, in its unit only', async () => {
  const answer = { rights: ['see', 'editAll'] };
  const ofUnit = (more: object) => ofOther(answer, { flowKey: 'f' }, { flwState: '3', ...more });
  await renderAt('/d?formKey=seal&id=r1', ofUnit({}), detail);
  await waitFor(() => expect(button('void')).not.toBeNull());
  cleanup();
  await renderAt('/d?formKey=seal&id=r1', ofUnit({ flwState: '4' }), detail);
  await waitFor(() => expect(button('restore')).not.toBeNull());
  for (const refused of [{ isOfOtherUnit: true }, { flwState: '4', isNotRestorable: true }]) {
    cleanup();
    await renderAt('/d?formKey=seal&id=r1', ofUnit(refused), detail);
    await screen.findByText('甲');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([button('void'), button('restore')]).toEqual([null, null]);
  }
});
