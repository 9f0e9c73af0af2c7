import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PdfView } from '../../../src/screens/preview/pdf/PdfView.tsx';

vi.mock('../../../src/screens/preview/pdf/openPdf.ts', () => ({
  openPdf: async () => ({ document: { numPages: 2 }, close: () => undefined }),
}));
vi.mock('../../../src/screens/preview/pdf/PdfPage.tsx', () => ({
  PdfPage: ({ number, width }: { number: number; width: number }) => <p>{`第${number}页，宽${width}`}</p>,
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

it('the pages of a PDF stay while its own page is hidden, so that the place in it is not lost', async () => {
  let measure: (entries: { contentRect: { width: number } }[]) => void = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: typeof measure) {
        measure = callback;
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  render(<PdfView content={new Blob()} name="报告.pdf" onFail={() => undefined} />);
  await screen.findByText('共 2 页');
  const measured = (width: number): void => act(() => measure([{ contentRect: { width } }]));
  measured(700.4);
  const page = screen.getByText('第2页，宽700');
  measured(0);
  expect(screen.getByText('第2页，宽700')).toBe(page);
  measured(600);
  expect(screen.getByText('第2页，宽600')).toBe(page);
});
