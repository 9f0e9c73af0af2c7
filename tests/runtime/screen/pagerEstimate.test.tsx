import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Pager } from '../../../src/runtime/screen/Pager.tsx';

it.each([
  [true, '约 120000 条'],
  [false, '共 120000 条'],
])('says of a total that nobody counted (%s) that it is about so many', (isEstimate, words) => {
  render(<Pager pageNum={1} pageSize={10} total={120_000} isEstimate={isEstimate} onChange={() => undefined} />);
  expect(screen.getByText(words)).toBeTruthy();
});
