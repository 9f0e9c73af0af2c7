import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDocumentTitle } from '../../src/shell/useDocumentTitle.ts';

const Titled = ({ title, waiting }: { title: string; waiting?: number }) => {
  useDocumentTitle(title, waiting);
  return null;
};

test('the document is called after the page, after the platform where the page has no title, and what waits stands first (SH-003, SH-004)', () => {
  const { rerender } = render(<Titled title="收件箱" />);
  expect(document.title).toBe('收件箱 - 建设工程检测协同平台');
  rerender(<Titled title="" />);
  expect(document.title).toBe('建设工程检测协同平台');
  rerender(<Titled title="收件箱" waiting={3} />);
  expect(document.title).toBe('(3) 收件箱 - 建设工程检测协同平台');
});
