import { Suspense, useState } from 'react';
import { act, fireEvent, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { reportNodeErrors } from '../../../src/app/errorReports.ts';
import { LazyDialog } from '../../../src/runtime/host/LazyDialog.tsx';
import { lazyFace } from '../../../src/runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../../src/runtime/node/NodeBoundary.tsx';
import { failureText } from '../../../src/runtime/host/notice.ts';
import { settle } from '../../widgets/support.tsx';

const missing = (): Error =>
  new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/dialog.js');
const NO_SERVER = '无法连接服务器，请检查网络后重试';

/** A part of the program behind a connection. */
function partOf(text: string) {
  const network = { isThere: false, asked: 0 };
  const Part = lazyFace<{ onClose?(): void }>(async () => {
    network.asked += 1;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
    if (!network.isThere) throw missing();
    return () => <p>{text}</p>;
  });
  return { network, Part };
}

test('a face that could not be downloaded says so in its place, and comes at the next try', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { network, Part } = partOf('内容');
  const view = await act(async () =>
    render(
      <NodeBoundary tag="el-input" path={['fields', 0]}>
        <Suspense fallback={<i>等待</i>}>
          <Part />
        </Suspense>
      </NodeBoundary>,
    ),
  );
  await view.findByText(NO_SERVER);
  expect(view.queryByText(/组件：/)).toBeNull();
  // it does not ask again and again by itself
  const asked = network.asked;
  await settle(1_500);
  expect(network.asked).toBe(asked);

  network.isThere = true;
  await act(async () => {
    fireEvent.click(view.getByText('重试'));
  });
  await view.findByText('内容');
});

test('a dialog that could not be downloaded says so and closes, what is around it stays, and it opens at the next press', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { network, Part } = partOf('选择人员');
  function Field() {
    const [isOpen, setOpen] = useState(false);
    const close = (): void => setOpen(false);
    return (
      <>
        <input aria-label="申请人" onClick={() => setOpen(true)} data-open={isOpen} />
        {isOpen && (
          <LazyDialog onClose={close}>
            <Part onClose={close} />
          </LazyDialog>
        )}
      </>
    );
  }
  const view = render(<Field />);
  const input = view.getByLabelText('申请人') as HTMLInputElement;
  input.value = '王小明';
  await act(async () => {
    fireEvent.click(input);
  });
  await waitFor(() => expect(document.body.textContent).toContain(NO_SERVER));
  await waitFor(() => expect(input.dataset.open).toBe('false'));
  expect(input.isConnected && input.value).toBe('王小明');

  network.isThere = true;
  await settle(300);
  await act(async () => {
    fireEvent.click(input);
  });
  await view.findByText('选择人员');
});

test('a dialog that throws for another reason is not taken for one that could not be downloaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const onClose = vi.fn();
  const Broken = (): never => {
    throw new Error('undefined is not a function');
  };
  const view = render(
    <NodeBoundary tag="userSelector" path={[]}>
      <LazyDialog onClose={onClose}>
        <Broken />
      </LazyDialog>
    </NodeBoundary>,
  );
  await view.findByText('此处显示出错，其余内容不受影响');
  expect(onClose).not.toHaveBeenCalled();
});

test('a node that throws is reported once with its place, and shows the number that can be read out', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const report = vi.fn(async () => '38420195');
  const stop = reportNodeErrors(report);
  const Broken = (): never => {
    throw new TypeError('x is undefined');
  };
  const view = render(
    <NodeBoundary tag="chart" path={['root', 'children', 1]}>
      <Broken />
    </NodeBoundary>,
  );
  await view.findByText('编号 38420195（可告知管理员），组件：chart，位置：root › children › 1');
  expect(report).toHaveBeenCalledTimes(1);
  expect(report).toHaveBeenCalledWith(
    expect.any(TypeError),
    expect.objectContaining({ tag: 'chart', components: expect.stringContaining('Broken') as string }),
  );
  stop();
});

test('the words for it are the same whatever browser says it', () => {
  for (const text of [
    'Failed to fetch dynamically imported module: x',
    'error loading dynamically imported module: x',
    'Importing a module script failed.',
    'Unable to preload CSS for /x.css',
  ])
    expect(failureText(new TypeError(text))).toBe(NO_SERVER);
  expect(failureText(new Error('名称重复'))).toBe('名称重复');
});
