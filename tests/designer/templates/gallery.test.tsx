import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import { TemplateGallery } from '../../../src/designer/templates/TemplateGallery.tsx';
import { designerServices, showDesigner } from '../canvas/realDesigner.tsx';

afterEach(cleanup);

const REVIEWS: Readonly<Record<string, string | null>> = {
  tplLeaveRequest: 'open',
  tplInspection: 'returned',
  tplMeetingRoom: null,
};

it('a template counts as taken only when its form is published; before, its card says how far it has come', async () => {
  const services = designerServices({}, async () => ({}));
  const request: Services['request'] = async ({ url, params }) => {
    if (url.endsWith('/administrators')) return [];
    const state = REVIEWS[String(params.key)] ?? null;
    return { isRequired: true, review: state === null ? null : { state } };
  };
  const given = new Proxy(services, {
    get: (target, key) => (key === 'request' ? request : (Reflect.get(target, key) as unknown)),
  });
  const forms = [{ key: 'tplCarRequest', version: 1 }, ...Object.keys(REVIEWS).map((key) => ({ key, version: 0 }))];
  const nothing = (): void => undefined;
  showDesigner('/', given, <TemplateGallery forms={forms} onClose={nothing} onOpen={nothing} onCreated={nothing} />);
  const list = await screen.findByRole('list', { name: '模板' }, { timeout: 10_000 });
  const stateOf = (name: string): string =>
    within(list)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .querySelector('.sc-tag')?.textContent ?? '';
  await waitFor(() => expect(stateOf('请假申请')).toBe('待复核'), { timeout: 5000 });
  expect(['用车申请', '巡检记录', '会议室预订', '合同台账'].map(stateOf)).toEqual(['已采用', '复核已退回', '草稿', '']);
});

it('a template that is taken is imported with its sample records, and its form opens', async () => {
  const save = vi.fn(async (..._given: unknown[]) => ({}));
  const services = designerServices({}, async () => ({}), { records: { save } });
  const sent: string[] = [];
  const request: Services['request'] = async ({ url }) => {
    sent.push(url.split('/').pop() ?? '');
    if (url.endsWith('/preview')) return { problems: [], items: [], seen: 'checked' };
    return { isRequired: false, review: null };
  };
  const given = new Proxy(services, {
    get: (target, key) => (key === 'request' ? request : (Reflect.get(target, key) as unknown)),
  });
  const [onOpen, onCreated] = [vi.fn(), vi.fn()];
  showDesigner('/', given, <TemplateGallery forms={[]} onClose={vi.fn()} onOpen={onOpen} onCreated={onCreated} />);
  const list = await screen.findByRole('list', { name: '模板' }, { timeout: 10_000 });
  fireEvent.click(within(list).getByRole('button', { name: /^巡检记录/ }));
  fireEvent.click(await screen.findByRole('button', { name: '采用“巡检记录”' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('tplInspection'), { timeout: 5000 });
  expect(onCreated).toHaveBeenCalled();
  expect(sent.filter((call) => call === 'import')).toHaveLength(1);
  expect(save.mock.calls.length).toBeGreaterThan(0);
  expect(save.mock.calls.every(([formKey]) => formKey === 'tplInspection')).toBe(true);
});
