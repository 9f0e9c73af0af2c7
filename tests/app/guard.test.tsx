import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Guard } from '../../src/app/routes/Guard.tsx';
import { ServiceError } from '../../src/runtime/services/serviceError.ts';
import { bench, staff } from '../session/fakes.ts';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';

function Place({ name }: { name: string }) {
  const { pathname, search } = useLocation();
  return <p>{`${name} ${pathname}${search}`}</p>;
}

function open(at: string, options: Parameters<typeof bench>[0] = {}, onUnit?: (address: string) => void) {
  const made = bench(options);
  const view = render(
    <MemoryRouter initialEntries={[at]}>
      <Guard session={made.session} openUnit={onUnit}>
        <Routes>
          <Route path="/login" element={<Place name="sign-in" />} />
          <Route path="*" element={<Place name="page" />} />
        </Routes>
      </Guard>
    </MemoryRouter>,
  );
  return { ...made, view };
}

test('without a token a page leads to sign-in, which knows the place asked for (AU-008, RG-008)', () => {
  const { view } = open('/seals/apply?tab=2', { signedIn: false });
  expect(view.getByText('sign-in /login?redirect=%2Fseals%2Fapply%3Ftab%3D2')).toBeTruthy();
});

test('after sign-in the person continues to the place asked for, once user and menus are there (AU-009, RG-006)', async () => {
  const { view, session, calls } = open('/seals/apply?tab=2', { signedIn: false });
  await act(() => session.signIn({ username: 'staff', password: 'p', uuid: 'u', validateCode: '1' }));
  await view.findByText('page /seals/apply?tab=2');
  expect(calls).toEqual(['signIn staff', 'user', 'menus']);
  expect(session.state.menuCode).toBe('apply');
});

test('with a token /login leads to /, and from there to the first page of the menu (RG-005, RG-009)', async () => {
  const { view } = open('/login');
  await view.findByText('page /system/forms');
});

test('/login typed by who is signed in leads on, and the page with what was typed there is not made anew (RG-005)', async () => {
  const made = bench({});
  const view = render(
    <MemoryRouter initialEntries={['/seals/apply']}>
      <Guard session={made.session}>
        <Routes>
          <Route path="/login" element={<Place name="sign-in" />} />
          <Route
            path="*"
            element={
              <>
                <input aria-label="事由" />
                <Link to="/login">去登录</Link>
                <Place name="page" />
              </>
            }
          />
        </Routes>
      </Guard>
    </MemoryRouter>,
  );
  fireEvent.change(await view.findByLabelText('事由'), { target: { value: '盖章三份' } });
  fireEvent.click(view.getByText('去登录'));
  await view.findByText('page /');
  expect((view.getByLabelText('事由') as HTMLInputElement).value).toBe('盖章三份');
});

test('every navigation runs the line on top once (RG-004)', async () => {
  const { view } = open('/seals/apply');
  await view.findByText('page /seals/apply');
  expect(
    [...view.container.querySelectorAll('[data-navigation]')].map((line) => line.getAttribute('data-navigation')),
  ).toEqual(['/seals/apply']);
});

test('the second generation opens the address of the first unit, and not over a page asked for (RG-010)', async () => {
  const units: string[] = [];
  const services = { user: async () => ({ ...staff, unitList: [...staff.unitList].reverse() }) };
  const there = open('/', { entry: 'unit', services }, (address) => units.push(address));
  await waitFor(() => expect(units).toEqual(['https://binhai.example/']));
  there.view.unmount();
  const deep = open('/seals/apply', { entry: 'unit', services }, (address) => units.push(address));
  await deep.view.findByText('page /seals/apply');
  expect([units.length, deep.local.getItem('currentUnit')]).toEqual([1, 'c2']);
});

test('a failed load logs out, shows why, and asks for sign-in at / (ER-015)', async () => {
  const { view, notices, tokens } = open('/seals/apply', {
    services: {
      user: async () => {
        throw new ServiceError('403', '当前操作没有权限');
      },
    },
  });
  await view.findByText('sign-in /login?redirect=%2F');
  expect(tokens.get()).toBeNull();
  expect(notices.state.list.map(({ text }) => text)).toEqual(['当前操作没有权限']);
});

test('the end of the session leads to sign-in and back to the page (ER-005)', async () => {
  const { view, session } = open('/seals/apply');
  await view.findByText('page /seals/apply');
  act(() => session.onEnded());
  await waitFor(() => expect(view.getByText('sign-in /login?redirect=%2Fseals%2Fapply')).toBeTruthy());
});
