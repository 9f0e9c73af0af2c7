import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { Link } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccessReasons, PeopleWithAccess } from '../../../src/designer/why/reasons.ts';
import { WhyBlock } from '../../../src/designer/why/WhyBlock.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
const block = <WhyBlock node={{ tag: 'whyManager' }} path={['root']} />;
const WHY: AccessReasons = {
  name: '王建国',
  username: 'staff',
  isDisabled: false,
  roles: [{ code: 'staff', name: '经办人', from: '部门“检测部”' }],
  form: {
    rights: [
      { right: 'see', name: '查看', isAllowed: true, because: '角色“经办人”' },
      { right: 'delete', name: '删除', isAllowed: false, because: '没有角色给出此权限' },
    ],
    reach: [{ what: '检测部', because: '角色“经办人”的数据权限' }],
    fields: [{ label: '单价', rule: 'hidden' }],
  },
  record: null,
  menu: null,
};
const PAGES: PeopleWithAccess[] = [
  {
    rows: [{ userId: 'u1', name: '甲', username: 'a', deptName: '部', rights: '查看', because: '角色“经办人”' }],
    checked: 2000,
    next: 'm',
  },
  {
    rows: [{ userId: 'u2', name: '乙', username: 'n', deptName: '部', rights: '查看', because: '所有人' }],
    checked: 30,
    next: null,
  },
];

function given(asked: unknown[], why: AccessReasons = WHY): Services {
  const fakes = fakeServices({});
  return {
    ...fakes,
    users: { ...fakes.users, search: async () => ({ list: [], total: 0 }), byIds: async () => [] } as Services['users'],
    request: (async ({ url, params }: { url: string; params: Record<string, string> }) => {
      if (url.endsWith('/subjects'))
        return { forms: [{ formKey: 'ask', formName: '询价单' }], menus: [{ id: 'm1', title: '系统管理 / 用户' }] };
      asked.push(params);
      return url.endsWith('/who') ? PAGES[params['after'] === undefined ? 0 : 1] : why;
    }) as Services['request'],
  };
}

afterEach(cleanup);

describe('asking about rights', () => {
  it('shows each right of a person with what it comes from, and what is kept from them', async () => {
    const asked: unknown[] = [];
    const { container } = await renderAt('/why?form=ask&userId=u-staff', given(asked), block, admin);
    expect(await screen.findByText('没有角色给出此权限')).toBeTruthy();
    expect(asked).toEqual([{ formKey: 'ask', userId: 'u-staff' }]);
    expect(container.querySelector('[data-right="see"]')?.textContent).toContain('可以');
    expect(container.querySelector('[data-right="delete"]')?.textContent).toContain('不可以');
    expect(screen.getByText('部门“检测部”')).toBeTruthy();
    expect(screen.getByText('不可见')).toBeTruthy();
    expect(
      (await axe.run(container, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id),
    ).toEqual([]);
  });

  it('says of a record that nobody opens to this person that no rule does, and of a disabled account that it sees nothing', async () => {
    const hidden: AccessReasons = { ...WHY, form: null, record: { title: '水泥询价', because: [] } };
    await renderAt('/why?form=ask&recordId=r1&userId=u-staff', given([], hidden), block, admin);
    expect(await screen.findByText(/没有任何规则让其看到/)).toBeTruthy();
    cleanup();
    await renderAt('/why?form=ask&userId=u-staff', given([], { ...WHY, isDisabled: true }), block, admin);
    expect(await screen.findByText(/账号已停用/)).toBeTruthy();
  });

  it('offers the kind of what the address names, also when the address changes', async () => {
    const page = (
      <>
        {block}
        <Link to="/why?form=ask">另一个地址</Link>
      </>
    );
    await renderAt('/why?menuId=m1', given([]), page, admin);
    const radio = (name: string): HTMLInputElement => screen.getByRole('radio', { name });
    await waitFor(() => expect(radio('菜单').checked).toBe(true));
    fireEvent.click(screen.getByText('另一个地址'));
    await waitFor(() => expect(radio('表单与记录').checked).toBe(true));
  });

  it('goes on asking about people from where the last answer ended', async () => {
    const asked: unknown[] = [];
    await renderAt('/why?form=ask&tab=who', given(asked), block, admin);
    fireEvent.click(await screen.findByRole('button', { name: '继续检查' }));
    expect(await screen.findByText('乙')).toBeTruthy();
    expect(asked).toEqual([{ formKey: 'ask' }, { formKey: 'ask', after: 'm' }]);
    await waitFor(() => expect(screen.getByText(/已检查 2030 人/)).toBeTruthy());
    expect(screen.queryByRole('button', { name: '继续检查' })).toBeNull();
  });
});
