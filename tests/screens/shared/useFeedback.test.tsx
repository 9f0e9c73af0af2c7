import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFeedback } from '../../../src/screens/shared/useFeedback.ts';
import { fakeServices, renderAt } from '../fakes.tsx';

function RemoveButton() {
  const { message, confirm } = useFeedback();
  return (
    <button
      type="button"
      onClick={() => confirm({ title: '删除？', onOk: () => Promise.resolve().then(() => message.success('已删除')) })}
    >
      删除
    </button>
  );
}

it('a confirmed question closes once its work is done, while the message about it is still shown', async () => {
  await renderAt('/', fakeServices({}), <RemoveButton />);
  fireEvent.click(screen.getByText('删除'));
  await screen.findAllByText('删除？');
  fireEvent.click(document.querySelector('.ant-modal-confirm-btns .ant-btn-primary') as Element);
  await screen.findByText('已删除');
  // a message stays for three seconds
  await waitFor(() => expect(document.querySelector('.ant-modal-confirm-btns .ant-btn-loading')).toBeNull(), {
    timeout: 1_500,
  });
  expect(screen.getByText('已删除')).toBeTruthy();
});
