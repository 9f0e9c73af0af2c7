import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DatasetService } from '../../../src/runtime/services/datasets.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { SubscribeButton } from '../../../src/screens/subscriptions/SubscribeButton.tsx';
import { SubscriptionListBlock } from '../../../src/screens/subscriptions/SubscriptionListBlock.tsx';
import type { Subscription } from '../../../src/screens/subscriptions/subscriptions.ts';
import { fakeServices, renderAt } from '../fakes.tsx';
import { axeFaults } from '../axeFaults.ts';

const OUTLINE = {
  datasetKey: 'deals',
  name: '合同',
  params: [],
  values: {},
  groups: ['dept'],
  formKey: 'deal',
  heads: [{ key: 'dept', label: '部门', by: null }],
  figures: [
    { key: 'amount', label: '金额', isMeasure: true, unit: '元' },
    { key: 'rate', label: '回款率', isMeasure: false, format: 'percent' as const },
  ],
};
const ROW: Subscription = {
  id: 's1',
  datasetKey: 'deals',
  title: '合同额',
  kind: 'watch',
  question: { by: [] },
  schedule: { every: 'week', at: '08:00', weekday: 1 },
  scheduleText: '每周一 08:00',
  watch: { figure: 'rate', op: 'below', value: 0.8, text: '回款率低于 80.0%' },
  people: [{ id: 'u2', name: '李四' }],
  ways: ['site', 'group'],
  hasSheet: true,
  page: '/board?p.year=2026',
  isPaused: false,
  nextTime: '2026-01-12 08:00:00',
  lastTime: '2026-01-05 08:00:03',
  lastResult: '已发送（站内：张三）',
};

type Call = { name: string; params: Record<string, unknown> };

/** Services that note the calls on subscriptions; `rows` is what there is, and follows pausing and removing. */
function servicesOf(rows: Subscription[], answers: Record<string, () => unknown> = {}) {
  const calls: Call[] = [];
  const request = async ({ url, params }: { url: string; params: Record<string, unknown> }): Promise<unknown> => {
    const name = url.split('/').at(-1) ?? '';
    if (name === 'list') return structuredClone(rows);
    calls.push({ name, params });
    if (answers[name]) return answers[name]();
    const at = rows.findIndex(({ id }) => id === params['id']);
    if (name === 'pause') rows[at]!.isPaused = Boolean(params['isPaused']);
    if (name === 'remove') rows.splice(at, 1);
    return 's1';
  };
  const datasets = { outline: async () => OUTLINE } as unknown as DatasetService;
  return { calls, services: { ...fakeServices({}), request, datasets } };
}

const dialog = () => screen.findByRole('dialog');
const choose = (name: string): void => {
  fireEvent.click(screen.getByText(name));
};

describe('subscribing to a figure', () => {
  it('keeps the question of the page, with its address, and says what is missing', async () => {
    const { calls, services } = servicesOf([]);
    const question = { datasetKey: 'deals', shared: { year: 2026 }, by: ['dept'], figures: ['amount', 'rate'] };
    await renderAt('/board?p.year=2026', services, <SubscribeButton title="合同额" question={question} />);
    fireEvent.click(await screen.findByRole('button', { name: '订阅合同额' }));
    const open = within(await dialog());
    const name = await open.findByLabelText('名称');
    fireEvent.change(name, { target: { value: ' ' } });
    choose('站内');
    choose('邮件');
    const save = open.getByRole('button', { name: /订\s?阅/ });
    fireEvent.click(save);
    await open.findByText('请填写名称');
    await open.findByText('请至少选择一种方式');
    expect(await axeFaults(await dialog())).toEqual([]);
    expect(calls).toEqual([]);
    fireEvent.change(name, { target: { value: '每周合同额' } });
    choose('邮件');
    choose('邮件附 Excel 表（须有导出权限）');
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([
      {
        name: 'save',
        params: {
          datasetKey: 'deals',
          title: '每周合同额',
          kind: 'table',
          question: { shared: { year: 2026 }, by: ['dept'], figures: ['amount', 'rate'] },
          schedule: { every: 'week', at: '08:00', weekday: 1 },
          people: [],
          ways: ['mail'],
          hasSheet: false,
          page: '/board?p.year=2026',
        },
      },
    ]);
  });

  it('asks one figure for a number or a bound, which is typed as the figure is read', async () => {
    const { calls, services } = servicesOf([]);
    const question = { datasetKey: 'deals', by: [], figures: ['rate'] };
    await renderAt('/board', services, <SubscribeButton title="回款率" question={question} />);
    fireEvent.click(await screen.findByRole('button', { name: '订阅回款率' }));
    const open = within(await dialog());
    await open.findByText('数字');
    expect(open.queryByText('明细表')).toBeNull();
    choose('达到条件时提醒');
    fireEvent.click(open.getByRole('button', { name: /订\s?阅/ }));
    await open.findByText('请填写界限');
    // of a percentage: 80 % is 0.8
    fireEvent.change(open.getByLabelText('界限'), { target: { value: '80' } });
    fireEvent.click(open.getByRole('button', { name: /订\s?阅/ }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.params).toMatchObject({ kind: 'watch', watch: { figure: 'rate', op: 'above', value: 0.8 } });
  });

  it('shows why it was refused, and keeps what was chosen', async () => {
    const { services } = servicesOf([], {
      save: () => {
        throw new ServiceError('REQUEST_INVALID', '每人最多 50 个订阅');
      },
    });
    await renderAt('/board', services, <SubscribeButton title="合同额" question={{ datasetKey: 'deals' }} hasText />);
    fireEvent.click(await screen.findByRole('button', { name: /订\s?阅/ }));
    const open = within(await dialog());
    fireEvent.change(await open.findByLabelText('名称'), { target: { value: '我的' } });
    fireEvent.click(open.getByRole('button', { name: /订\s?阅/ }));
    await open.findByText('每人最多 50 个订阅');
    expect(open.getByLabelText('名称')).toHaveProperty('value', '我的');
  });
});

describe('我的订阅', () => {
  const list = <SubscriptionListBlock node={{ tag: 'subscriptionList' }} path={[]} />;

  it('tells of each what, when, to whom and what became of it, and leads to its page', async () => {
    const { services } = servicesOf([structuredClone(ROW)]);
    await renderAt('/', services, list);
    const link = await screen.findByRole('link', { name: '合同额' });
    expect(link.getAttribute('href')).toBe('/board?p.year=2026');
    for (const text of ['每周一 08:00', '回款率低于 80.0%', '站内、群机器人', '李四', '2026-01-12 08:00'])
      screen.getByText(text);
    screen.getByText(/已发送（站内：张三）/);
  });

  it('says after sending what happened, also when nothing was sent', async () => {
    const answers = [
      { isSent: false, text: '未达到条件：回款率 81.0%，未低于 80.0%' },
      { isSent: true, text: '已发送（站内：张三）；系统未设置邮件服务器，未发邮件' },
    ];
    const { services } = servicesOf([structuredClone(ROW)], { send: () => answers.shift() });
    await renderAt('/', services, list);
    for (const [kind, { text }] of [
      ['warning', answers[0]!],
      ['success', answers[1]!],
    ] as const) {
      fireEvent.click(await screen.findByRole('button', { name: /立即检查/ }));
      const said = await screen.findByText(text);
      expect(said.closest(`.ant-message-${kind}`), text).not.toBeNull();
      await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
    }
  });

  it('can be sent beside another one that is being sent, and not a second time before it has been', async () => {
    const ends: (() => void)[] = [];
    const { calls, services } = servicesOf([ROW, { ...ROW, id: 's2', title: '回款额' }], {
      send: () =>
        new Promise((resolve) => {
          ends.push(() => resolve({ isSent: true, text: '已发送' }));
        }),
    });
    await renderAt('/', services, list);
    const row = async (id: string): Promise<HTMLElement> =>
      (await screen.findAllByRole('listitem')).find((one) => one.dataset.subscription === id) as HTMLElement;
    const press = async (id: string): Promise<void> => {
      fireEvent.click((await row(id)).querySelector('[data-action=send]') as HTMLElement);
      await waitFor(async () => expect((await row(id)).getAttribute('aria-busy')).toBe('true'));
    };
    await press('s1');
    await press('s2');
    await press('s1');
    expect(calls.map(({ params }) => params['id'])).toEqual(['s1', 's2']);
    await act(async () => ends[0]!());
    await waitFor(async () => expect((await row('s1')).getAttribute('aria-busy')).toBe('false'));
    expect((await row('s2')).getAttribute('aria-busy')).toBe('true');
  });

  it('is paused and resumed, changed, and removed after a question alone', async () => {
    const { calls, services } = servicesOf([structuredClone(ROW)]);
    const view = await renderAt('/', services, list);
    fireEvent.click(await screen.findByRole('button', { name: /暂\s?停/ }));
    fireEvent.click(await screen.findByRole('button', { name: /恢\s?复/ }));
    await screen.findByRole('button', { name: /暂\s?停/ });
    fireEvent.click(screen.getByRole('button', { name: /修\s?改/ }));
    const open = within(await dialog());
    expect(await open.findByLabelText('界限')).toHaveProperty('value', '80');
    fireEvent.click(open.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.map(({ name, params }) => [name, params['isPaused'] ?? params['people']])).toEqual([
      ['pause', true],
      ['pause', false],
      ['save', ['u2']],
    ]);
    expect(calls[2]?.params).toMatchObject({ id: 's1', watch: { figure: 'rate', op: 'below', value: 0.8 } });
    const remove = view.container.querySelector('[data-action=remove]') as HTMLElement;
    const ask = async () => {
      const before = screen.queryAllByRole('dialog').length;
      fireEvent.click(remove);
      await waitFor(() => expect(screen.queryAllByRole('dialog').length).toBeGreaterThan(before));
      return within(screen.getAllByRole('dialog').at(-1) as HTMLElement);
    };
    const first = await ask();
    expect(first.getAllByText('确定删除订阅“合同额”？')).not.toEqual([]);
    fireEvent.click(first.getByRole('button', { name: /取\s?消/ }));
    expect(calls).toHaveLength(3);
    fireEvent.click((await ask()).getByRole('button', { name: /删\s?除/ }));
    await screen.findByText(/还没有订阅/);
    expect(calls.at(-1)).toEqual({ name: 'remove', params: { id: 's1' } });
  });
});
