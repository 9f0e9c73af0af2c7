import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DeskNode } from '../../../src/grammar/nodes.ts';
import { choiceOf, arrangeCards, type DeskChoice } from '../../../src/screens/desk/deskOrder.ts';
import { DeskBlock } from '../../../src/screens/desk/DeskBlock.tsx';
import { widget as text } from '../../../src/widgets/text/index.ts';
import { WorkFiguresBlock } from '../../../src/screens/home/WorkFiguresBlock.tsx';
import { fakeServices, renderAt, situation } from '../fakes.tsx';

const plugins = [
  { name: 'text', install: ({ registerWidget }: { registerWidget(one: typeof text): void }) => registerWidget(text) },
];
const show = (services: ReturnType<typeof fakeServices>) =>
  renderAt('/index', services, <DeskBlock node={node} path={['root']} />, situation, plugins);

const card = (key: string, more: object = {}) => ({
  key,
  label: `卡片${key}`,
  children: [{ tag: 'text', text: `内容${key}`, ...more }],
});
const node = {
  tag: 'desk',
  key: 'home',
  items: [card('a'), card('b'), { ...card('c'), isOffered: true }, card('d', { roles: ['finance'] })],
} as unknown as DeskNode;

const keysOf = (placed: ReturnType<typeof arrangeCards>): string =>
  placed.map(({ card: { key }, isShown }) => (isShown ? key : `(${key})`)).join(' ');

describe('cards in a person’s order', () => {
  it('follow the document where nothing is chosen; those only offered are off', () => {
    expect(keysOf(arrangeCards(node.items, null))).toBe('a b (c) d');
  });

  it('follow the choice; a card it does not know stands behind the one before it, keys that are gone are passed over', () => {
    expect(keysOf(arrangeCards(node.items, { shown: ['gone', 'd', 'a'], hidden: ['c'] }))).toBe('d a b (c)');
    expect(keysOf(arrangeCards(node.items, { shown: ['b'], hidden: [] }))).toBe('a b (c) d');
  });

  it('come back as they were chosen', () => {
    const choice: DeskChoice = { shown: ['b', 'd', 'c'], hidden: ['a'] };
    expect(choiceOf(arrangeCards(node.items, choice))).toEqual(choice);
  });
});

/** The server's side of the choice; `fails`: it cannot be asked. */
function server({ fails = false } = {}) {
  const kept: { choice: DeskChoice | null; saved: unknown[] } = { choice: null, saved: [] };
  const services = Object.assign(fakeServices({}), {
    request: async ({ method, params }: { method: string; params: Record<string, unknown> }) => {
      if (fails) throw new Error('断网');
      if (method === 'POST') {
        kept.saved.push(params);
        kept.choice = params.choice as DeskChoice | null;
      }
      return kept.choice;
    },
  });
  return { kept, services };
}

const texts = (): string[] => [...document.querySelectorAll('[data-desk-card]')].map((one) => one.textContent ?? '');

describe('a desk', () => {
  it('shows what a person chose, and offers only what is for them', async () => {
    const { kept, services } = server();
    await show(services);
    await waitFor(() => expect(texts()).toEqual(['内容a', '内容b']));
    fireEvent.click(screen.getByRole('button', { name: /自定义/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByText('卡片d')).toBeNull();
    fireEvent.click(within(dialog).getByLabelText('卡片c'));
    fireEvent.click(within(dialog).getByLabelText('卡片a'));
    fireEvent.click(within(dialog).getByRole('button', { name: '上移“卡片c”' }));
    fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(texts()).toEqual(['内容c', '内容b']));
    expect(kept.saved).toEqual([{ place: '/index:home', choice: { shown: ['c', 'b'], hidden: ['a'] } }]);
  });

  it('takes a card to where it is dragged', async () => {
    const { kept, services } = server();
    await show(services);
    await waitFor(() => expect(texts()).toEqual(['内容a', '内容b']));
    fireEvent.click(screen.getByRole('button', { name: /自定义/ }));
    const dialog = await screen.findByRole('dialog');
    const rows = (): HTMLElement[] => [...dialog.querySelectorAll<HTMLElement>('[data-desk-row]')];
    for (const [index, row] of rows().entries()) row.getBoundingClientRect = () => new DOMRect(0, index * 40, 300, 40);
    const grip = within(dialog).getByLabelText('移动“卡片b”');
    // a click that ends the drag counts for nothing, as long as this takes
    const rest = () =>
      new Promise((done) => {
        setTimeout(done, 80);
      });
    const at = (clientY: number) => ({ clientX: 10, clientY, button: 0, isPrimary: true, bubbles: true });
    fireEvent.pointerDown(grip, at(60));
    fireEvent.pointerMove(document, at(50));
    await rest();
    fireEvent.pointerMove(document, at(10));
    await rest();
    fireEvent.pointerUp(document, at(10));
    await waitFor(() => expect(rows().map((row) => row.dataset['deskRow'])).toEqual(['b', 'a', 'c']));
    await rest();
    fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(texts()).toEqual(['内容b', '内容a']));
    expect(kept.choice?.shown).toEqual(['b', 'a']);
  });

  it('goes back to the document’s order as if nothing had been chosen', async () => {
    const { kept, services } = server();
    kept.choice = { shown: [], hidden: ['a', 'b', 'c'] };
    await show(services);
    await screen.findByText('没有显示任何卡片，可点“自定义”添加');
    fireEvent.click(screen.getByRole('button', { name: /自定义/ }));
    fireEvent.click(await screen.findByRole('button', { name: '恢复默认' }));
    fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }));
    await waitFor(() => expect(texts()).toEqual(['内容a', '内容b']));
    expect(kept.choice).toBeNull();
  });

  it('stands as the document says while the choice cannot be had, and says so', async () => {
    await show(server({ fails: true }).services);
    await screen.findByText('未能取得您的自定义设置，暂按默认显示');
    expect(texts()).toEqual(['内容a', '内容b']);
    expect(screen.queryByRole('button', { name: /自定义/ })).toBeNull();
  });
});

it('each figure of one’s own work opens the list whose total it is', async () => {
  const work = {
    todo: 3,
    urgent: 1,
    overdue: 2,
    running: 4,
    returned: 1,
    started: 6,
    startedBefore: 5,
    handled: 9,
    handledBefore: 8,
    from: '2026-06-01',
    to: '2026-06-20',
  };
  await renderAt(
    '/index',
    fakeServices({ request: async () => work }),
    <WorkFiguresBlock node={{ tag: 'workFigures' }} path={['root']} />,
  );
  const shown = await screen.findAllByRole('link');
  expect(
    shown.map((one) => [
      one.dataset['stat'],
      one.querySelector('.sc-stat-value')?.textContent,
      one.getAttribute('href'),
    ]),
  ).toEqual([
    ['我的待办', '3件', '/taskCenter/toDoList'],
    ['已超时', '2件', '/taskCenter/toDoList?overdue=1'],
    ['被退回', '1件', '/taskCenter/alreadyDone?state=2'],
    ['审批中', '4件', '/taskCenter/alreadyDone?state=1'],
    ['本月发起', '6件', '/taskCenter/alreadyDone?from=2026-06-01&to=2026-06-20'],
    ['本月办理', '9件', '/taskCenter/launch?from=2026-06-01&to=2026-06-20'],
  ]);
});
