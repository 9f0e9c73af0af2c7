import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FlowOptions } from '../../../src/runtime/services/tasks.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { createStoredOpinion } from '../../../src/screens/todo/storedOpinion.ts';
import { OpinionDialog } from '../../../src/screens/todo/OpinionDialog.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

const task = { actions: [], targets: [], needsSignature: true } as unknown as NonNullable<FlowOptions['task']>;

beforeEach(() => {
  const pen = new Proxy({}, { get: () => () => undefined, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['x'], { type: 'image/png' })),
  );
  HTMLCanvasElement.prototype.setPointerCapture = () => undefined;
  HTMLCanvasElement.prototype.hasPointerCapture = () => true;
});
afterEach(() => {
  vi.restoreAllMocks();
});

function ready(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

async function opened(upload: (file: File) => Promise<unknown>) {
  const onDone = vi.fn();
  await renderAt(
    '/',
    fakeServices({ files: { upload }, phrases: { list: async () => [] } }),
    <OpinionDialog
      act="approve"
      storedOpinion={createStoredOpinion('u-staff', 't', 'approve')}
      isBusy={false}
      task={task}
      onDone={onDone}
      onClose={() => undefined}
    />,
  );
  const pad = await screen.findByLabelText(/手写签名区/);
  const sign = (): void => {
    fireEvent.pointerDown(pad);
    fireEvent.pointerMove(pad);
    fireEvent.pointerUp(pad);
  };
  const agree = async (): Promise<void> => {
    fireEvent.click(await waitFor(() => ready('.ant-modal-footer .ant-btn-primary:not(.ant-btn-loading)')));
  };
  return { onDone, sign, agree };
}

it('keeps what is signed with the consent itself, as a picture', async () => {
  const upload = vi.fn(async () => ({ id: 'f1' }));
  const { onDone, sign, agree } = await opened(upload);
  await agree();
  expect((await screen.findByRole('alert')).textContent).toBe('请在框内签名');
  expect(onDone).not.toHaveBeenCalled();
  sign();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await agree();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('同意', { signature: 'f1' }));
  await agree();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(upload).toHaveBeenCalledTimes(1);
});

it('says why a signature could not be kept, and keeps it the next time', async () => {
  const upload = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new ServiceError('NETWORK', '网络已断开'))
    .mockResolvedValue({ id: 'f2' });
  const { onDone, sign, agree } = await opened(upload);
  sign();
  await agree();
  expect((await screen.findByRole('alert')).textContent).toBe('网络已断开');
  expect(onDone).not.toHaveBeenCalled();
  await agree();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('同意', { signature: 'f2' }));
});

it('asks again for a signature that was wiped away', async () => {
  const upload = vi.fn(async () => ({ id: 'f3' }));
  const { onDone, sign, agree } = await opened(upload);
  sign();
  fireEvent.click(await screen.findByRole('button', { name: /^重\s?签$/ }));
  await agree();
  expect((await screen.findByRole('alert')).textContent).toBe('请在框内签名');
  expect(onDone).not.toHaveBeenCalled();
  expect(upload).not.toHaveBeenCalled();
});
