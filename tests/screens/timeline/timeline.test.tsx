import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { commentTopic } from '../../../src/domain/recordTopics.ts';
import { RecordPageContext } from '../../../src/runtime/contexts.ts';
import type { Timeline, TimelineEntry } from '../../../src/runtime/services/recordPages.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { groupByDay } from '../../../src/screens/timeline/groupByDay.ts';
import { TimelineBlock } from '../../../src/screens/timeline/TimelineBlock.tsx';
import { fakeServices, lost, renderAt } from '../fakes.tsx';

const entry = (more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  kind: 'write',
  id: 'e1',
  time: '2026-11-24 09:30:00',
  userName: '周明轩',
  action: 'save',
  formKey: 'contract',
  formName: '合同',
  recordId: 'r1',
  title: 'HT-1',
  isOwn: true,
  taskNode: '',
  note: '',
  text: '',
  changes: [],
  count: 0,
  ...more,
});

test('days are named from today; another year is said', () => {
  const days = groupByDay(
    [
      entry({ id: '1', time: '2026-11-24 09:00:00' }),
      entry({ id: '2', time: '2026-11-24 08:00:00' }),
      entry({ id: '3', time: '2026-11-23 23:00:00' }),
      entry({ id: '4', time: '2026-11-02 08:00:00' }),
      entry({ id: '5', time: '2025-12-31 08:00:00' }),
    ],
    '2026-11-24',
  );
  expect(days.map(({ label, entries }) => [label, entries.length])).toEqual([
    ['今天', 2],
    ['昨天', 1],
    ['11月2日 周一', 1],
    ['2025年12月31日 周三', 1],
  ]);
});

function bench(pages: Record<string, Timeline>) {
  const asked: string[] = [];
  let failing = false;
  let hear: (() => void) | undefined;
  const services = {
    ...fakeServices({}),
    serverEvents: {
      on: (topic: string, listener: () => void) => {
        if (topic === commentTopic('r1')) hear = listener;
        return () => undefined;
      },
    },
    recordPages: {
      timeline: async (formKey: string, { over, before }: { over: readonly string[]; before: string }) => {
        asked.push(`${formKey} ${over.join()} ${before}`);
        if (failing) throw lost();
        return pages[before];
      },
    },
  } as unknown as Services;
  return {
    services,
    asked,
    fail: (is: boolean) => {
      failing = is;
    },
    tell: () => act(async () => hear?.()),
  };
}
const page = {
  formKey: 'contract',
  formName: '合同',
  record: { id: 'r1', revision: 1, fieldsMap: {}, childTables: {} },
  fieldNode: () => undefined,
};
const show = (services: Services, over?: [string, ...string[]]) =>
  renderAt(
    '/',
    services,
    <RecordPageContext value={page}>
      <TimelineBlock node={{ tag: 'timeline', ...(over ? { over } : {}) }} path={[]} />
    </RecordPageContext>,
  );

test('tells who did what, what changed, why, and leads to the records of others; earlier ones follow', async () => {
  const { services, asked } = bench({
    '': {
      entries: [
        entry({ changes: [{ place: '合同金额', before: '100', after: '200' }], count: 3, note: '由 变更“BG-1”办结' }),
        entry({
          id: 'e2',
          action: 'approve',
          isOwn: false,
          formKey: 'settle',
          formName: '结算',
          recordId: 's1',
          title: 'JS-1',
          taskNode: '财务审核',
        }),
      ],
      next: '12 e2',
      isPartial: false,
    },
    '12 e2': {
      entries: [entry({ id: 'e3', action: 'create', time: '2026-10-01 08:00:00' })],
      next: '',
      isPartial: false,
    },
  });
  await show(services, ['settle:contract']);
  await screen.findByText('由 变更“BG-1”办结');
  expect(document.body.textContent).toContain('周明轩 修改了 本合同');
  expect(document.body.textContent).toContain('合同金额：100 → 200');
  expect(document.body.textContent).toContain('另有 2 处修改');
  expect(document.body.textContent).toContain('周明轩 通过了 结算 JS-1（财务审核）');
  expect(screen.getByText('JS-1').getAttribute('href')).toBe('/commonEntry/detail?formKey=settle&id=s1');
  fireEvent.click(screen.getByText('显示更早的'));
  await screen.findByText(/新建了/);
  expect(screen.queryByText('显示更早的')).toBeNull();
  expect(asked).toEqual(['contract settle:contract ', 'contract settle:contract 12 e2']);
});

test('writes of the product itself have Chinese verbs', async () => {
  const actions = ['effect', 'clear', 'call', 'restore', 'remove', 'import'];
  const { services } = bench({
    '': { entries: actions.map((action) => entry({ id: action, action })), next: '', isPartial: false },
  });
  await show(services);
  await screen.findByText(/联动更新了/);
  expect([...document.querySelectorAll('.tl-body > p')].filter(({ textContent }) => /[a-z]/.test(textContent))).toEqual(
    [],
  );
});

test('hears of new comments, says what is left out, says when nothing happened, and is tried again after a failure', async () => {
  const { services, fail, tell, asked } = bench({ '': { entries: [], next: '', isPartial: true } });
  fail(true);
  await show(services);
  await screen.findByText('动态没有加载出来');
  fail(false);
  fireEvent.click(screen.getByText('重 试'));
  await screen.findByText('还没有动态');
  await screen.findByText('有的相关记录您无权查看，其动态没有列出');
  await tell();
  await waitFor(() => expect(asked).toHaveLength(3));
});

test('can be read by everyone (axe)', async () => {
  const { services } = bench({
    '': {
      entries: [entry({ changes: [{ place: '金额', before: '', after: '2' }], count: 1 })],
      next: '',
      isPartial: false,
    },
  });
  const { container } = await show(services);
  await screen.findByText(/修改了/);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
});
