import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { OpenEditor } from '../../../src/designer/collaboration/calls.ts';
import { PresentPeople } from '../../../src/designer/collaboration/PresentPeople.tsx';
import { formKind, KindContext } from '../../../src/designer/document/documentKind.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { quickTimers } from '../../support/quickTimers.ts';
import { fakeServices, renderAt } from '../../screens/fakes.tsx';

quickTimers();
afterEach(cleanup);

const editor = (pageId: string, userName: string, place: string, isOwn = false): OpenEditor => ({
  pageId,
  userId: `u-${pageId}`,
  userName,
  place,
  isOwn,
});

it('names the others who have the document open, what they are at, and one’s own other window', async () => {
  const postInBackground = vi.fn(async (_path: string, _body?: unknown): Promise<unknown> => [
    editor('p1', '何人事', '“报销事由”'),
    editor('p2', '程财务', ''),
    editor('p3', '系统管理员', '“金额”', true),
  ]);
  const services: Services = { ...fakeServices({}), system: { ...fakeServices({}).system, postInBackground } };
  await renderAt(
    '/m',
    services,
    <KindContext value={formKind(services)}>
      <PresentPeople documentKey="reimbursement" view="列表" />
    </KindContext>,
  );
  const list = await screen.findByRole('list', { name: '同时打开此文档的人' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((one) => one.lastElementChild?.textContent),
  ).toEqual(['何人事正在编辑“报销事由”', '程财务也打开着', '您的另一窗口正在编辑“金额”']);
  expect(JSON.stringify(postInBackground.mock.calls)).toContain('"列表"');
});

it('is not there where nobody else has the document open', async () => {
  const postInBackground = vi.fn(async (): Promise<unknown> => []);
  const services: Services = { ...fakeServices({}), system: { ...fakeServices({}).system, postInBackground } };
  await renderAt(
    '/m',
    services,
    <KindContext value={formKind(services)}>
      <PresentPeople documentKey="reimbursement" />
    </KindContext>,
  );
  await vi.waitFor(() => expect(postInBackground).toHaveBeenCalled());
  expect(screen.queryByRole('list', { name: '同时打开此文档的人' })).toBeNull();
});
