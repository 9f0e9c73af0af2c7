import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { button, detail, input, OFFER, pause, type } from './detailPage.tsx';
import { aRecord, fakeServices, renderAt } from '../fakes.tsx';

it.each([
  { of: 'a new record', address: '/d?formKey=seal&isEdit=1' },
  { of: 'a stored one', address: '/d?formKey=seal&id=r1&isEdit=1' },
])(
  'what was typed while a save of $of was under way is kept, and found again under the record that was saved',
  async ({ address }) => {
    localStorage.clear();
    let answer: (record: FormRecord) => void = () => undefined;
    let sent: FormRecord | null = null;
    const save = async (_key: string, record: FormRecord): Promise<FormRecord> => {
      sent = record;
      return new Promise((done) => {
        answer = done;
      });
    };
    const saved = aRecord('r1', { name: '公章', reason: '' }, { revision: 2 });
    const services = fakeServices({ records: { save, get: async () => saved } });
    const first = await renderAt(address, services, detail);
    type('name', '公章二');
    fireEvent.click(button('save'));
    await waitFor(() => expect(sent).not.toBeNull());
    type('reason', '保存时填写');
    // the draft of it is written before the answer
    await pause(700);
    await act(async () =>
      answer({ ...(sent as unknown as FormRecord), id: 'r1', revision: 2, version: 1, flwState: '0' }),
    );
    await screen.findByText('保存成功');
    await waitFor(() =>
      expect(
        Object.keys(localStorage)
          .filter((key) => key.startsWith('draft:'))
          .map((key) => key.split(':')[3]),
      ).toEqual(['r1']),
    );
    first.unmount();
    const other = await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    await pause(50);
    expect(screen.queryByText(OFFER)).toBeNull();
    other.unmount();
    await renderAt('/d?formKey=seal&id=r1&isEdit=1', services, detail);
    await screen.findByText(OFFER);
    fireEvent.click(button('restore-draft'));
    expect([input('name').value, input('reason').value]).toEqual(['公章', '保存时填写']);
  },
);
