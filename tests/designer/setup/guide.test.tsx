import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SetupGuideNode } from '../../../src/grammar/nodes.ts';
import type { Situation } from '../../../src/rules/situation.ts';
import { SetupGuideBlock } from '../../../src/designer/setup/SetupGuideBlock.tsx';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const node = {
  tag: 'setupGuide',
  steps: ['company', 'people', 'channels'].map((key) => ({ key, title: `步骤${key}`, screen: `platform/${key}` })),
} as unknown as SetupGuideNode;
const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };

/** The guide over a server that keeps what is marked. */
async function open(address: string, as: Situation = administrator, beforeMark = async (): Promise<void> => undefined) {
  const marks: Record<string, string> = {};
  const calls: { url: string; params: Record<string, unknown> }[] = [];
  const services = fakeServices({
    request: (async ({ url, params }: { url: string; params: Record<string, unknown> }) => {
      if (!url.endsWith('/state')) calls.push({ url, params });
      if (url.endsWith('/mark')) await beforeMark();
      if (url.endsWith('/mark')) marks[String(params.step)] = String(params.mark);
      return {
        isOpen: true,
        steps: node.steps.map(({ key }) => ({ key, mark: marks[key] ?? null, figure: '', byName: '' })),
      };
    }) as never,
    screens: { get: async (key: string) => ({ screenKey: key, title: key, root: { tag: 'container' } }) as never },
  });
  await renderAt(address, services, <SetupGuideBlock node={node} path={['root']} />, as);
  return calls;
}
const step = (): string | null | undefined => document.querySelector('[data-setup]')?.getAttribute('data-setup');
const press = (name: string): void => {
  fireEvent.click(document.querySelector(`[data-setup] [data-action="${name}"]`) as HTMLElement);
};

describe('the guide of a first start', () => {
  it('leads from step to step, marks what is done and what is skipped, and ends at the first page', async () => {
    const calls = await open('/system/setup?step=company');
    await waitFor(() => expect(step()).toBe('company'));
    press('done');
    await waitFor(() => expect(step()).toBe('people'));
    press('skip');
    await waitFor(() => expect(step()).toBe('channels'));
    await screen.findByText('还有 1 步');
    press('done');
    await screen.findByText('全部步骤已处理');
    expect(screen.getByText('步骤people').closest('.ant-steps-item')?.textContent).toContain('已跳过');
    press('end');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
    expect(calls.map(({ url, params }) => [url.split('/').at(-1), ...Object.values(params)])).toEqual([
      ['mark', 'company', 'done'],
      ['mark', 'people', 'skipped'],
      ['mark', 'channels', 'done'],
      ['end', false],
    ]);
  });

  it('stays at the step that was opened while another one was being marked', async () => {
    let isMarked = (): void => undefined;
    const beforeMark = () =>
      new Promise<void>((done) => {
        isMarked = done;
      });
    await open('/system/setup?step=company', administrator, beforeMark);
    press('done');
    fireEvent.click(screen.getByText('步骤channels'));
    await waitFor(() => expect(step()).toBe('channels'));
    isMarked();
    await screen.findByText('还有 2 步');
    // an address that is set is shown a moment later
    await act(
      () =>
        new Promise((done) => {
          setTimeout(done, 50);
        }),
    );
    expect(step()).toBe('channels');
  });

  it('opens at the step of its address, and for nobody but an administrator', async () => {
    await open('/system/setup?step=channels');
    await waitFor(() => expect(step()).toBe('channels'));
    document.body.innerHTML = '';
    expect(await open('/system/setup', situation)).toEqual([]);
    await screen.findByText('没有权限');
  });
});
