import { fireEvent, render, screen } from '@testing-library/react';
import { App } from 'antd';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DraftOffer } from '../../../src/screens/detail/drafts/DraftOffer.tsx';
import { DraftsButton } from '../../../src/screens/detail/drafts/DraftsButton.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { aRecord, fakeServices, renderAt } from '../fakes.tsx';

const none = (): void => undefined;
type Offer = Parameters<typeof DraftOffer>[0]['offer'];
const offer = (revision: number): Offer =>
  ({
    draft: { revision, version: null, time: 0, device: '', pending: null, patch: { fields: { a: 1 }, tables: {} } },
    isLocal: true,
    otherCount: 0,
  }) as unknown as Offer;
const said = (revision: number, more: object): string =>
  render(
    <App>
      <DraftOffer
        offer={offer(revision)}
        record={aRecord('r1', {}, { revision: 3, ...more })}
        formVersion={1}
        onRestore={none}
        onDiscard={none}
        onShowDrafts={none}
      />
    </App>,
  ).container.textContent ?? '';

it('says that a record moved on since a draft was typed, without saying that whoever handled it changed it (P12)', () => {
  const text = said(2, { updateByName: '赵国栋' });
  expect(text).toContain('此后这条记录有过变动（赵国栋），恢复时可逐项选择。');
  expect(text).not.toContain('修改过');
  expect(said(3, { updateByName: '赵国栋' })).not.toContain('此后');
});

it('a draft that is kept when its record is closed above the list is counted at once', async () => {
  const list = vi.fn(async () => [{ id: 'd1', formKey: 'seal', recordId: '', title: '', device: '', time: 1 }]);
  list.mockResolvedValueOnce([]);
  function Head() {
    const [isRecordOpen, setRecordOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setRecordOpen((before) => !before)}>
          开关记录
        </button>
        <DraftsButton formKey="seal" isRecordOpen={isRecordOpen} />
      </>
    );
  }
  await renderAt('/x', fakeServices({ drafts: { list } as unknown as Services['drafts'] }), <Head />);
  fireEvent.click(screen.getByText('开关记录'));
  expect(screen.queryByText(/我的草稿/)).toBeNull();
  fireEvent.click(screen.getByText('开关记录'));
  await screen.findByText('我的草稿（1）');
});
