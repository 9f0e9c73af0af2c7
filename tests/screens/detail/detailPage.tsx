import { act, fireEvent } from '@testing-library/react';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { DetailBlock } from '../../../src/screens/detail/DetailBlock.tsx';
import { passTime } from '../../support/pendingTimers.ts';
import { FORM } from '../fakes.tsx';

/** A record's page, and what a person does there. */
export const detail = <DetailBlock node={{ tag: 'detail' }} path={['root']} />;
export const input = (key: string): HTMLInputElement =>
  document.querySelector(`[data-field="${key}"] input`) as HTMLInputElement;
export const button = (name: string): HTMLButtonElement =>
  document.querySelector(`[data-action="${name}"]`) as HTMLButtonElement;
export const type = (key: string, value: string): void => {
  fireEvent.change(input(key), { target: { value } });
};
export const pause = (ms: number): Promise<void> => act(() => passTime(ms));

/** A save as the server does it. */
export const stored = async (_key: string, record: FormRecord, _idempotencyKey?: string): Promise<FormRecord> => ({
  ...record,
  id: record.id ?? 'r1',
  revision: (record.revision ?? 0) + 1,
  flwState: '0',
  version: 1,
});
/** The form with an approval of two nodes. */
export const FLOW = {
  forms: {
    definition: async () => ({ ...FORM, flowKey: 'f' }),
    flowConfig: async () => ({
      formKey: 'seal',
      flowKey: 'f',
      nodes: [
        { taskNode: '提交申请', isStart: true, fields: {}, tables: {}, actions: ['submit' as const] },
        {
          taskNode: '审核',
          fields: {},
          tables: {},
          actions: ['approve' as const, 'return' as const, 'reject' as const],
        },
      ],
    }),
  },
};
/** The question whether to take back what an earlier visit left. */
export const OFFER = /发现未提交的草稿（.*），是否恢复？/;
