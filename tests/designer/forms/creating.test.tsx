import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDocument } from '../../../src/designer/document/createDocument.ts';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { publishList } from '../../../src/designer/forms/publishList.ts';
import { PutFormInMenu } from '../../../src/designer/forms/PutFormInMenu.tsx';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, lost, renderAt, situation } from '../../screens/fakes.tsx';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const summary = (key: string, version: number) => ({
  key,
  name: key,
  version,
  updateTime: '2026-01-01 00:00:00',
  hasDraft: version === 0,
  revision: 3,
});

/** The document calls of a server that has these documents, of which only the expected revision may be replaced. */
function documents(...stored: ReturnType<typeof summary>[]) {
  const saveDraft = vi.fn(
    async (key: string, _name: string, _definition: unknown, revision?: number, _seen?: number) => {
      const one = stored.find((each) => each.key === key);
      if (one && revision !== undefined && revision !== one.revision)
        throw new ServiceError('RECORD_STALE', '李四 已于 10:00 修改了此记录');
      return { problems: [], revision: (one?.revision ?? 0) + 1 };
    },
  );
  const publish = vi.fn(async (_key: string, _note: string) => ({ version: 1 }));
  return { list: async () => stored, saveDraft, publish };
}

afterEach(cleanup);

describe('a new document', () => {
  it('does not replace one that somebody else has created with the same key', async () => {
    const calls = documents(summary('leave', 0));
    await expect(createDocument(calls, 'leave', '请假', {})).rejects.toMatchObject({
      code: 'RECORD_STALE',
      message: '键“leave”已被使用，未新建；请换一个键',
    });
    await expect(createDocument(calls, 'trip', '出差', {})).resolves.toEqual({ problems: [], revision: 1 });
    expect(calls.saveDraft).toHaveBeenLastCalledWith('trip', '出差', {}, 0, 0);
  });

  it('is refused in its dialog if its key was taken after the list of forms had been loaded', async () => {
    const calls = documents(summary('leave', 0));
    await renderAt(
      '/m',
      fakeServices({ forms: { ...calls, list: async () => [] } }),
      <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
      administrator,
    );
    fireEvent.click(screen.getByRole('button', { name: /新建表单/ }));
    const dialog = await screen.findByRole('dialog', { name: '新建表单' });
    fireEvent.change(within(dialog).getByLabelText('表单名称'), { target: { value: 'Leave' } });
    fireEvent.change(within(dialog).getByLabelText('表单键'), { target: { value: 'leave' } });
    fireEvent.click(within(dialog).getByRole('button', { name: /新\s*建/ }));
    await screen.findByText('键“leave”已被使用，未新建；请换一个键');
    expect(screen.getByTestId('address').textContent).toBe('/m');
  });
});

describe('the list of a form that is put into the menu', () => {
  const put = (screens: ReturnType<typeof documents>): Promise<void> =>
    publishList({ screens } as unknown as Services, 'leave', '请假', 'custom/leave/list');

  it('is created and published, or used as it is published', async () => {
    const none = documents();
    await put(none);
    expect(none.publish).toHaveBeenCalledTimes(1);
    const published = documents(summary('custom/leave/list', 2));
    await put(published);
    expect(published.saveDraft).not.toHaveBeenCalled();
    expect(published.publish).not.toHaveBeenCalled();
  });

  it('is not made in the place of a draft that an administrator designs', async () => {
    const drafted = documents(summary('custom/leave/list', 0));
    await expect(put(drafted)).rejects.toMatchObject({ code: 'DOC_HAS_DRAFT' });
    expect(drafted.saveDraft).not.toHaveBeenCalled();
    expect(drafted.publish).not.toHaveBeenCalled();
  });

  it('says why it cannot be looked for, and looks again', async () => {
    let calls = 0;
    const services = {
      ...fakeServices({
        screens: {
          list: async () => {
            calls += 1;
            if (calls === 1) throw lost();
            return [];
          },
        },
      }),
      menus: { all: async () => ({ entries: [], roles: [] }) },
    } as unknown as Services;
    const onClose = vi.fn();
    await renderAt('/m', services, <PutFormInMenu formKey="leave" name="请假" onClose={onClose} />, administrator);
    const dialog = await screen.findByRole('dialog', { name: '放进菜单' });
    expect(dialog.textContent).toContain('无法连接服务器');
    fireEvent.click(within(dialog).getByRole('button', { name: /重\s*试/ }));
    await waitFor(() => expect(screen.getByLabelText('名称')).toHaveProperty('value', '请假'));
  });
});
