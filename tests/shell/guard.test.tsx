import { act, render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Guard } from '../../src/app/guard.tsx';
import { ServiceError } from '../../src/runtime/services.ts';
import { bench } from '../session/fakes.ts';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';

function Place({ name }: { name: string }) {
  const { pathname, search } = useLocation();
  return <p>{`${name} ${pathname}${search}`}</p>;
}

function open(at: string, options: Parameters<typeof bench>[0] = {}) {
  const made = bench(options);
  const view = render(
    <MemoryRouter initialEntries={[at]}>
      <Guard session={made.session}>
        <Routes><Route path="/login" element={<Place name="sign-in" />} /><Route path="*" element={<Place name="page" />} /></Routes>
      </Guard>
    </MemoryRouter>,
  );
  return { ...made, view };
}

test('without a token a page leads to sign-in, which knows the place asked for (RG-008)', () => {
  const { view } = open('/seals/apply?tab=2', { signedIn: false });
  expect(view.getByText('sign-in /login?redirect=%2Fseals%2Fapply%3Ftab%3D2')).toBeTruthy();
});

test('after sign-in the person continues to the place asked for, once user and menus are there (RG-006)', async () => {
  const { view, session, calls } = open('/seals/apply?tab=2', { signedIn: false });
  await act(() => session.signIn({ username: 'staff', password: 'p', uuid: 'u', validateCode: '1' }));
  await view.findByText('page /seals/apply?tab=2');
  expect(calls).toEqual(['signIn staff', 'user', 'menus']);
  expect(session.state.menuCode).toBe('apply');
});

test('with a token /login leads to / (RG-005)', async () => {
  const { view } = open('/login');
  await view.findByText('page /');
});

test('a failed load logs out, shows why, and asks for sign-in at / (ER-015)', async () => {
  const { view, notices, tokens } = open('/seals/apply', { services: { user: async () => { throw new ServiceError('403', '当前操作没有权限'); } } });
  await view.findByText('sign-in /login?redirect=%2F');
  expect(tokens.get()).toBeNull();
  expect(notices.state.list.map(({ text }) => text)).toEqual(['当前操作没有权限']);
});

test('the end of the session leads to sign-in and back to the page (ER-005)', async () => {
  const { view, session } = open('/seals/apply');
  await view.findByText('page /seals/apply');
  act(() => session.end());
  await waitFor(() => expect(view.getByText('sign-in /login?redirect=%2Fseals%2Fapply')).toBeTruthy());
});
