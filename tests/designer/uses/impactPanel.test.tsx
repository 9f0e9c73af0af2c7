import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { RollbackDialog } from '../../../src/designer/document/publishing/RollbackDialog.tsx';
import { PublishDialog } from '../../../src/designer/document/publishing/PublishDialog.tsx';
import { AffectedList } from '../../../src/designer/uses/AffectedList.tsx';
import { ImpactPanel } from '../../../src/designer/uses/ImpactPanel.tsx';
import { addressOf, parsePath } from '../../../src/designer/uses/addresses.ts';
import { KindContext, formKind } from '../../../src/designer/document/documentKind.ts';
import type { AffectedItem, Impact } from '../../../src/runtime/services/documents.ts';
import { fakeServices, lost, renderAt } from '../../screens/fakes.tsx';

const affected = (more: Partial<AffectedItem> = {}): AffectedItem => ({
  kind: 'flow',
  key: 'carFlow',
  name: '用车审批',
  state: 'published',
  path: ['f3', 'condition'],
  place: '分支“公里数超过100”的条件',
  detail: '',
  ...more,
});
const impact = (more: Partial<Impact>): Impact => ({
  removed: [],
  changed: [],
  breaks: [],
  touches: [],
  running: [],
  shows: [],
  process: null,
  authority: [],
  seen: '',
  ...more,
});
const kind = formKind({ forms: {} } as never);

function Panel({ given, onSeen }: { given: Impact | null; onSeen?: (seen: boolean) => void }) {
  const [isSeen, setSeen] = useState(false);
  return (
    <KindContext value={kind}>
      <ImpactPanel
        impact={given}
        isAcknowledged={isSeen}
        onAcknowledge={(seen) => {
          setSeen(seen);
          onSeen?.(seen);
        }}
      />
    </KindContext>
  );
}

it('names what would break with its place, as a link that opens it there, and offers no acknowledgement', () => {
  render(<Panel given={impact({ breaks: [affected({ detail: '表达式引用了不存在的字段“km”' })], seen: 'x' })} />);
  expect(screen.getByText('发布后会使 1 处失效，不能发布。请先修改：')).toBeTruthy();
  const link = screen.getByRole('link', { name: '分支“公里数超过100”的条件' });
  expect(link.getAttribute('href')).toBe('#/system/flowManager?flow=carFlow&at=%5B%22f3%22%2C%22condition%22%5D');
  expect(screen.getByText('：表达式引用了不存在的字段“km”')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('shows what effects write and roll-ups disclose, new ones marked', () => {
  const authority = [
    { text: '办结后：作废“设备台账”的记录', isAdded: true },
    { text: '“已收款”汇总“结算”的金额，能看此字段的人都能看到', isAdded: false },
  ];
  render(<Panel given={impact({ authority })} />);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '新增办结后：作废“设备台账”的记录',
    '“已收款”汇总“结算”的金额，能看此字段的人都能看到',
  ]);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('counts records of what goes and asks to have it seen; nothing to see asks nothing', () => {
  const onSeen = vi.fn<(seen: boolean) => void>();
  const { rerender } = render(
    <Panel
      onSeen={onSeen}
      given={impact({
        removed: [{ key: 'note', label: '备注', records: 10000, isMore: true }],
        changed: [{ key: 'km', label: '公里数', records: null, isMore: false }],
        touches: [affected({ kind: 'screen', state: 'draft', name: '台账' })],
        running: [{ version: 2, count: 3 }],
        seen: 'abc',
      })}
    />,
  );
  expect(screen.getByText('（至少 10000 条记录填写过）')).toBeTruthy();
  expect(screen.getByText('（记录数未知）')).toBeTruthy();
  expect(screen.getByText('草稿')).toBeTruthy();
  expect(screen.getByText('审批中 3 个（第 2 版 3 个），仍按原版本办理。')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: '我已查看以上影响，仍要发布' }));
  expect(onSeen).toHaveBeenCalledWith(true);
  rerender(<Panel given={impact({})} />);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows places that read the same once, with their number, and eight documents before it is asked for all', () => {
  const many = Array.from({ length: 10 }, (_none, index) => affected({ key: `f${index}`, name: `流程${index}` }));
  render(<AffectedList label="列表" items={[...many, affected({ key: 'f0', name: '流程0', path: ['other'] })]} />);
  expect(screen.getByText('（2 处）')).toBeTruthy();
  expect(screen.queryByText('流程“流程9”')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '显示全部 10 项' }));
  expect(screen.getByText('流程“流程9”')).toBeTruthy();
});

it('an address carries the place, and one that is no path asks for none', () => {
  expect(addressOf({ kind: 'menu', key: 'm1', path: ['component'] })).toBe('#/system/menuManager');
  expect(parsePath('["fields",3,"computed"]')).toEqual(['fields', 3, 'computed']);
  for (const wrong of [undefined, '', 'x', '{}', '[null]', '[{}]']) expect(parsePath(wrong)).toBeNull();
});

it('says what a publication shows to roles that do not see it elsewhere, and asks nothing for it', () => {
  const sentence = '关联字段“合同”的标题会让经办人看到“合同台账”的对方单位';
  render(<Panel given={impact({ shows: [sentence] })} />);
  expect(screen.getByText('发布后会多显示给一些角色：')).toBeTruthy();
  expect(screen.getByRole('list', { name: '会多显示的内容' }).textContent).toBe(sentence);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('says what becomes of the stored records when the form gets a process or loses it', () => {
  const { rerender } = render(
    <Panel given={impact({ process: { change: 'begins', records: 2000, running: 0 }, seen: 'a' })} />,
  );
  const sentences = () => screen.getByRole('list', { name: '已存的记录' }).textContent;
  expect(sentences()).toContain('已存的 2000 条有效记录转为“已办结”');
  rerender(<Panel given={impact({ process: { change: 'ends', records: 3, running: 2 }, seen: 'b' })} />);
  expect(sentences()).toContain('3 条尚未提交的草稿直接成为有效记录');
  expect(sentences()).toContain('2 条审批中或已退回的记录仍按原流程办理，办结后生效');
  expect(screen.getByRole('checkbox')).toBeTruthy();
});

it('is published only when nothing breaks and what it touches has been seen, which is said with it', async () => {
  const onPublish = vi.fn<(note: string, seen?: string) => void>();
  const open = async (given: Impact): Promise<HTMLButtonElement> => {
    cleanup();
    const state = { isRequired: false, reviews: [] };
    const services = { ...fakeServices({ forms: { impact: async () => given } }), request: async () => state };
    await renderAt(
      '/m',
      services as never,
      <KindContext value={formKind(services as never)}>
        <PublishDialog
          documentKey="car"
          readText={() => '{}'}
          errors={[]}
          isChecking={false}
          isBusy={false}
          onPublish={onPublish}
          onRequestReview={() => undefined}
          onGo={() => undefined}
          onClose={() => undefined}
        />
      </KindContext>,
    );
    await waitFor(() => expect(document.querySelector('[data-impact]')).not.toBeNull());
    return document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLButtonElement;
  };
  expect((await open(impact({ breaks: [affected()], seen: 'x' }))).disabled).toBe(true);
  const button = await open(impact({ touches: [affected()], seen: 'abc' }));
  expect(button.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: '我已查看以上影响，仍要发布' }));
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  expect(onPublish.mock.calls).toEqual([['', 'abc']]);
});

it('says before an earlier version is restored that the impact is unknown, and finds it out on a retry', async () => {
  const find = vi
    .fn()
    .mockRejectedValueOnce(lost())
    .mockResolvedValue(impact({ breaks: [affected()], seen: 'x' }));
  const services = fakeServices({ forms: { impact: find, version: async () => ({ definition: {} }) as never } });
  await renderAt(
    '/m',
    services,
    <KindContext value={formKind(services)}>
      <RollbackDialog
        documentKey="car"
        version={1}
        currentVersion={2}
        runningCount={0}
        onClose={() => undefined}
        onDone={() => undefined}
      />
    </KindContext>,
  );
  await screen.findByText(/^影响未能查明/);
  fireEvent.click(document.querySelector('[data-action="retry"]') as Element);
  await screen.findByText('发布后会使 1 处失效，不能发布。请先修改：');
  const restore = document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLButtonElement;
  expect(restore.disabled).toBe(true);
});
