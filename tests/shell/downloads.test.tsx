import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createDownloads } from '../../src/session/downloads.ts';
import { DownloadOverlay } from '../../src/shell/downloads/DownloadOverlay.tsx';

it('a download stands before the page with its name and how far it is, and can be cancelled (DU-001)', async () => {
  const downloads = createDownloads();
  render(<DownloadOverlay downloads={downloads} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  const cancel = vi.fn(() => running.end(false));
  const running = downloads.begin('检测数据.txt', cancel);
  const dialog = await screen.findByRole('dialog', { name: '正在下载' });
  await act(async () => running.progress(30, 100));
  expect(dialog.textContent).toContain('检测数据.txt');
  expect(screen.getByRole('progressbar', { name: '检测数据.txt 下载进度' }).getAttribute('aria-valuenow')).toBe('30');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: '取消下载' }));
  });
  expect(cancel).toHaveBeenCalledOnce();
  expect(screen.queryByRole('progressbar')).toBeNull();
});
