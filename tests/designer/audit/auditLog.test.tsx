import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { AuditEntry, AuditService } from '../../../src/runtime/services/audit.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { AuditLogBlock } from '../../../src/designer/audit/AuditLogBlock.tsx';
import { markDifference } from '../../../src/designer/audit/markDifference.ts';
import { summaryOf } from '../../../src/designer/audit/summary.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const ENTRY: AuditEntry = {
  id: '7',
  time: '2026-11-21 09:00:00',
  userId: 'u-admin',
  userName: '罗志斌',
  address: '10.0.0.8',
  requestId: 'abcdef12',
  object: 'sys_role_scope',
  objectType: '数据权限',
  objectId: 'staff/',
  objectName: '经办人 · 其他表单',
  action: 'update',
  actionType: '修改',
  changes: [{ name: '数据范围', before: '本部门', after: '本部门及下级' }],
};
const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
const block = <AuditLogBlock node={{ tag: 'auditLog' }} path={['root']} />;
const given = (audit: Partial<AuditService> = {}): Services => ({
  ...fakeServices({}),
  users: { search: async () => ({ list: [], total: 0 }), byIds: async () => [] },
  audit: {
    filterOptions: async () => ({
      objects: [{ value: 'sys_user', label: '用户' }],
      actions: [],
      forms: [],
      recordActions: [],
    }),
    list: async () => ({ list: [ENTRY], total: 1 }),
    exportRows: async () => true,
    locks: async () => [],
    unlock: async () => undefined,
    ...audit,
  },
});

afterEach(cleanup);

it('is closed to everybody but administrators, who are not even asked for', async () => {
  const list = vi.fn(async () => ({ list: [], total: 0 }));
  await renderAt('/a', given({ list }), block);
  expect(screen.getByText('没有权限')).toBeTruthy();
  expect(list).not.toHaveBeenCalled();
});

it('opens an entry to what it changed and marks only what differs', async () => {
  const { container } = await renderAt('/a', given(), block, admin);
  fireEvent.click(await screen.findByText('经办人 · 其他表单'));
  const line = await waitFor(() => {
    const found = container.querySelector('[data-change="数据范围"]');
    if (!found) throw new Error('not open');
    return found;
  });
  expect(line.querySelector('ins')?.textContent).toBe('及下级');
  expect(line.querySelector('del')).toBeNull();
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

it('narrows to one object, and exports what it then finds', async () => {
  const list = vi.fn(async () => ({ list: [ENTRY], total: 1 }));
  const exportRows = vi.fn(async () => true);
  const { container } = await renderAt('/a', given({ list, exportRows }), block, admin);
  fireEvent.click(await screen.findByText('经办人 · 其他表单'));
  fireEvent.click(
    await waitFor(() => {
      const found = container.querySelector('[data-action="only-object"]');
      if (!found) throw new Error('not open');
      return found;
    }),
  );
  const narrowed = {
    keyword: '',
    object: 'sys_role_scope',
    objectId: 'staff/',
    action: '',
    userId: '',
    from: '',
    to: '',
  };
  await waitFor(() => expect(list).toHaveBeenLastCalledWith('system', narrowed, { pageNum: 1, pageSize: 10 }));
  fireEvent.click(container.querySelector('[data-action="export"]') as Element);
  await waitFor(() => expect(exportRows).toHaveBeenCalledWith(narrowed, expect.stringMatching(/^审计日志-\d{8}$/)));
});

it('reads the records of forms when they are asked for, without their answer under the other heading', async () => {
  const list = vi.fn(async (source: string) =>
    source === 'record'
      ? { list: [{ ...ENTRY, id: 'r', objectType: '用印申请', objectName: '合同盖章' }], total: 1 }
      : { list: [ENTRY], total: 1 },
  );
  await renderAt('/a', given({ list: list as AuditService['list'] }), block, admin);
  fireEvent.click(await screen.findByText('业务单据'));
  await screen.findByText('合同盖章');
  expect(screen.queryByText('经办人 · 其他表单')).toBeNull();
  expect(document.querySelector('[data-action="export"]')).toBeNull();
});

it('shows who is locked out of signing in, and asks before letting them in', async () => {
  const unlock = vi.fn(async () => undefined);
  const locks = async () => [
    {
      subject: 'account finance',
      kind: 'account' as const,
      text: 'finance',
      userName: '钱会计',
      failures: 6,
      minutes: 7,
    },
  ];
  const { container } = await renderAt('/a', given({ locks, unlock }), block, admin);
  fireEvent.click(container.querySelector('[data-action="locks"]') as Element);
  await screen.findByText(/7 分钟后自动解除/);
  fireEvent.click(document.querySelector('[data-action="unlock"]') as Element);
  const [question] = await screen.findAllByText('解除“finance”的登录锁定？');
  expect(unlock).not.toHaveBeenCalled();
  fireEvent.click(question?.closest('.ant-modal-confirm')?.querySelector('.ant-btn-primary') as Element);
  await waitFor(() => expect(unlock).toHaveBeenCalledWith('account finance'));
});

it('marks the middle of texts that share most, and all of texts that share little', () => {
  expect(markDifference('2026-11-20', '2026-11-21')).toEqual({ head: '2026-11-2', removed: '0', added: '1', tail: '' });
  expect(markDifference('甲乙', '丙')).toEqual({ head: '', removed: '甲乙', added: '丙', tail: '' });
  expect(markDifference('aa', 'aaa')).toEqual({ head: 'aa', removed: '', added: 'a', tail: '' });
  expect(markDifference('😀好的文字', '😁好的文字')).toEqual({
    head: '',
    removed: '😀',
    added: '😁',
    tail: '好的文字',
  });
});

it('shows of what is new only what it holds, of what was removed only what it held', async () => {
  const told = async (action: string, before: string, after: string): Promise<(string | null)[]> => {
    const { container } = await renderAt(
      '/a',
      given({
        list: async () => ({ list: [{ ...ENTRY, action, changes: [{ name: '名称', before, after }] }], total: 1 }),
      }),
      block,
      admin,
    );
    fireEvent.click(await screen.findByText('经办人 · 其他表单'));
    await waitFor(() => {
      if (!container.querySelector('[data-change]')) throw new Error('not open');
    });
    const heads = [...container.querySelectorAll('.dz-audit-changes thead th')].map(({ textContent }) => textContent);
    cleanup();
    return heads;
  };
  expect(await told('insert', '', '甲')).toEqual(['字段', '内容']);
  expect(await told('delete', '甲', '')).toEqual(['字段', '原内容']);
  expect(await told('update', '', '甲')).toEqual(['字段', '修改前', '修改后']);
});

it('tells an entry on one line: before and after of a change, the value alone of what is new', () => {
  expect(summaryOf(ENTRY)).toBe('数据范围：本部门 → 本部门及下级');
  expect(
    summaryOf({
      ...ENTRY,
      action: 'insert',
      changes: ['甲', '乙', '丙'].map((name) => ({ name, before: '', after: '一' })),
    }),
  ).toBe('甲：一；乙：一 等 3 处');
});

it('forgets a word that was only typed when the conditions are cleared, and says when people cannot be searched', async () => {
  const search = vi.fn(async () => {
    throw new Error('lost');
  });
  const services = { ...given(), users: { search, byIds: async () => [] } } as unknown as Services;
  await renderAt('/a', services, block, admin);
  const word = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '查找' });
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '对象' }));
  fireEvent.click(await screen.findByText('用户', { selector: '.ant-select-item-option-content' }));
  fireEvent.change(word(), { target: { value: '合同' } });
  fireEvent.click(await waitFor(() => document.querySelector('[data-action="reset"]') as Element));
  await waitFor(() => expect(word().value).toBe(''));
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '人员' }));
  await screen.findByText('查找失败：系统错误，请稍后重试');
  await waitFor(() => expect(search).toHaveBeenCalledTimes(2));
});
