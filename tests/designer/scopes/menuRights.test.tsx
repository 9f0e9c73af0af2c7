import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  toggleGrant,
  type GrantableMenuEntry,
  type MenuButton,
  type MenuGrants,
} from '../../../src/designer/scopes/MenuRights.tsx';
import { RoleGridBlock } from '../../../src/designer/scopes/RoleGridBlock.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const entry = (id: string, parentId: string | null, isOn = false, isForAll = false): GrantableMenuEntry => ({
  id,
  parentId,
  title: id,
  isForAll,
  isOn,
});
const menus = [
  entry('system', null),
  entry('people', 'system'),
  entry('home', null, true, true),
  entry('mine', 'home'),
];
const buttons: MenuButton[] = [
  { code: 'user:edit', name: '修改用户', menu: 'people' },
  { code: 'notice:edit', name: '起草公告', menu: 'gone' },
];
const none: MenuGrants = { menuIds: ['home'], permissions: [] };

afterEach(cleanup);

describe('ticking', () => {
  it('a button gives its page and what leads there', () => {
    expect(toggleGrant({ menus, buttons }, none, 'button user:edit', true)).toEqual({
      menuIds: ['home', 'system', 'people'],
      permissions: ['user:edit'],
    });
  });

  it('a page no longer takes its buttons with it, and what is below a group, and leaves what is everybody’s', () => {
    const all: MenuGrants = {
      menuIds: ['home', 'system', 'people', 'mine'],
      permissions: ['user:edit', 'notice:edit'],
    };
    expect(toggleGrant({ menus, buttons }, all, 'system', false)).toEqual({
      menuIds: ['home', 'mine'],
      permissions: ['notice:edit'],
    });
    expect(toggleGrant({ menus, buttons }, all, 'button user:edit', false)).toEqual({
      ...all,
      permissions: ['notice:edit'],
    });
    expect(toggleGrant({ menus, buttons }, all, 'home', false).menuIds).toEqual(['home', 'system', 'people']);
  });

  it('a button whose page is not in the menu gives the button alone', () => {
    expect(toggleGrant({ menus, buttons }, none, 'button notice:edit', true)).toEqual({
      menuIds: ['home'],
      permissions: ['notice:edit'],
    });
  });
});

it('saves the entries and buttons of a role together', async () => {
  const sent: unknown[] = [];
  const services: Services = {
    ...fakeServices({}),
    request: (async ({ url, params }: { url: string; params: unknown }) => {
      if (url.endsWith('/role/options')) return [{ code: 'clerk', name: '文员' }];
      if (url.endsWith('/role/saveGrid')) return void sent.push(params);
      return { code: 'clerk', name: '文员', menus, buttons, permissions: ['notice:edit'], forms: [], revision: 'r' };
    }) as Services['request'],
  };
  const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
  await renderAt('/s?role=clerk', services, <RoleGridBlock node={{ tag: 'roleGrid' }} path={['root']} />, admin);
  fireEvent.click(await screen.findByRole('tab', { name: '菜单与按钮' }));
  const node = (await screen.findByText(/修改用户/)).closest('.ant-tree-treenode');
  const boxIn = (line: Element | null | undefined) => line?.querySelector('.ant-tree-checkbox') ?? document.body;
  const save = screen.getByRole('button', { name: /保 ?存/ });
  const mine = screen.getByText('mine').closest('.ant-tree-treenode');
  fireEvent.click(boxIn(mine));
  expect(save).toHaveProperty('disabled', false);
  // what was taken back is no change
  fireEvent.click(boxIn(mine));
  expect(save).toHaveProperty('disabled', true);
  fireEvent.click(boxIn(node));
  fireEvent.click(save);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    code: 'clerk',
    menuIds: ['home', 'system', 'people'],
    permissions: ['notice:edit', 'user:edit'],
    forms: [],
  });
});
