import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { axeFaults } from '../axeFaults.ts';
import { aRecord, fakeServices, FORM, renderAt } from '../fakes.tsx';
import { button, detail } from './detailPage.tsx';

const services = (phonePage: object) =>
  fakeServices({
    forms: { definition: async () => ({ ...FORM, phonePage }) as never },
    records: { get: async () => aRecord('r1', { name: '甲' }, { title: '一号电梯' }) },
  });

it('a record is opened on a phone by the code of its page for phones, in the words of the form (FR-024)', async () => {
  await renderAt('/d?formKey=seal&id=r1', services({ path: '/elevatorTaskDetail', label: '手机填写' }), detail);
  await screen.findByText('甲');
  expect(button('phone-page').textContent).toBe('手机填写');
  fireEvent.click(button('phone-page'));
  const code = await screen.findByAltText('一号电梯的二维码');
  expect(new URL(code.getAttribute('data-code-text') ?? '').hash).toBe('#/elevatorTaskDetail?id=r1');
  expect(screen.getByRole('link', { name: '在本机打开' }).getAttribute('href')).toContain('#/elevatorTaskDetail?id=r1');
  expect(await axeFaults(document.body)).toEqual([]);
});

it('the page for phones has no button that leads to itself', async () => {
  await renderAt('/phone?formKey=seal&id=r1', services({ path: '/phone' }), detail);
  await screen.findByText('甲');
  expect(button('phone-page')).toBeNull();
});
