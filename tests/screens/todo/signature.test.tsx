import { act, fireEvent, screen, waitFor } from '@testing-library/react';
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
  const view = await renderAt(
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
  return { onDone, sign, agree, view };
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
  await waitFor(() => expect(onDone.mock.calls[0]?.slice(0, 2)).toEqual(['同意', { signature: 'f1' }]));
  await agree();
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(upload).toHaveBeenCalledTimes(1);
});

it('takes the signature of an action that was refused, without drawing it again', async () => {
  const onDone = vi.fn();
  const entered = { files: '', copies: { ids: [], names: '' }, returnTo: { target: '', isStraight: false } };
  await renderAt(
    '/',
    fakeServices({
      files: { byIds: async (ids: readonly string[]) => ids.map((id) => ({ id })), content: async () => undefined },
      phrases: { list: async () => [] },
    }),
    <OpinionDialog
      act="approve"
      storedOpinion={createStoredOpinion('u-staff', 't', 'approve')}
      isBusy={false}
      task={task}
      entered={{ ...entered, signature: 'f9' }}
      onDone={onDone}
      onClose={() => undefined}
    />,
  );
  await screen.findByLabelText('手写签名，已签');
  fireEvent.click(ready('.ant-modal-footer .ant-btn-primary'));
  await waitFor(() => expect(onDone.mock.calls[0]?.slice(0, 2)).toEqual(['同意', { signature: 'f9' }]));
});

it('does not go on with a signature that was still being kept when the dialog was closed', async () => {
  let answer: (file: unknown) => void = () => undefined;
  const { onDone, sign, agree, view } = await opened(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  sign();
  await agree();
  await waitFor(() => ready('.ant-modal-footer .ant-btn-loading'));
  view.unmount();
  await act(async () => answer({ id: 'f1' }));
  expect(onDone).not.toHaveBeenCalled();
});

it('cannot be cancelled while the consent itself is sent', async () => {
  const onClose = vi.fn();
  const dialog = (isBusy: boolean) => (
    <OpinionDialog
      act="approve"
      storedOpinion={createStoredOpinion('u-staff', 't', 'approve')}
      isBusy={isBusy}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
  const services = fakeServices({ phrases: { list: async () => [] } });
  const view = await renderAt('/', services, dialog(true));
  expect(await screen.findByRole('button', { name: /取\s?消/ })).toHaveProperty('disabled', true);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', keyCode: 27 });
  expect(onClose).not.toHaveBeenCalled();
  view.unmount();
  await renderAt('/', services, dialog(false));
  fireEvent.click(await screen.findByRole('button', { name: /取\s?消/ }));
  expect(onClose).toHaveBeenCalledTimes(1);
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
  await waitFor(() => expect(onDone.mock.calls[0]?.slice(0, 2)).toEqual(['同意', { signature: 'f2' }]));
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

it('a stored signature whose file is gone does not count as signed', async () => {
  const onDone = vi.fn();
  const entered = { files: '', copies: { ids: [], names: '' }, returnTo: { target: '', isStraight: false } };
  await renderAt(
    '/',
    fakeServices({ files: { byIds: async () => [] }, phrases: { list: async () => [] } }),
    <OpinionDialog
      act="approve"
      storedOpinion={createStoredOpinion('u-staff', 't', 'approve')}
      isBusy={false}
      task={task}
      entered={{ ...entered, signature: 'f9' }}
      onDone={onDone}
      onClose={() => undefined}
    />,
  );
  await screen.findByText('签名图片已不存在，请重新签名');
  screen.getByLabelText(/手写签名区/);
  fireEvent.click(ready('.ant-modal-footer .ant-btn-primary'));
  expect(onDone).not.toHaveBeenCalled();
});
