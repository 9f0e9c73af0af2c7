import { act, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chunksOf } from '../../../src/runtime/node/gridChunks.ts';
import { reports, stubObserver } from '../../support/fakeObserver.ts';
import { settle } from '../../widgets/support.tsx';
import { frame, session, show } from '../support.tsx';

const inputs = (count: number, span = 24): object[] =>
  Array.from({ length: count }, (_v, i) => ({ tag: 'el-input', __vModel__: `f${i}`, label: `字段${i}`, span }));

describe('the parts of a long grid', () => {
  test('a short one is one part', () => {
    expect(chunksOf(inputs(59) as { tag: string }[])).toHaveLength(1);
  });

  test('hold every node once and begin where a row begins whatever is hidden', () => {
    const spans = [24, 8, 8, 8, 12, 24, 12, 12];
    const nodes = Array.from({ length: 200 }, (_v, i) => ({
      tag: 'el-input',
      span: spans[i % spans.length] as number,
    }));
    const chunks = chunksOf(nodes);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.flatMap(({ from, to }) => nodes.slice(from, to))).toEqual(nodes);
    for (const { from } of chunks) expect(nodes[from]?.span).toBe(24);
  });

  test.each([8, 6, 12, 10])(
    'of fields of width %i alone begin where a row begins, side by side by two as well',
    (span) => {
      const chunks = chunksOf(inputs(200, span) as { tag: string; span: number }[]);
      const inRow = Math.floor(24 / span);
      expect(chunks.length).toBeGreaterThan(3);
      for (const { from } of chunks) expect([from % inRow, from % 2]).toEqual([0, 0]);
      expect(chunks.reduce((sum, { rows }) => sum + rows, 0)).toBe(Math.ceil(200 / inRow));
    },
  );

  test('wait for a node that takes a row before they cut among fields that share rows', () => {
    const nodes = [...inputs(30, 8), ...inputs(1), ...inputs(60, 8)] as { tag: string; span: number }[];
    expect(chunksOf(nodes).map(({ from }) => from)).toEqual([0, 30, 67]);
  });

  test('count what is never shown as no place in a row', () => {
    const nodes = [{ tag: 'el-input', span: 8, isHideField: '1' }, ...inputs(100, 8)] as {
      tag: string;
      span: number;
    }[];
    for (const { from } of chunksOf(nodes).slice(1)) expect((from - 1) % 6).toBe(0);
  });
});

describe('a long form in a browser that tells what is near', () => {
  beforeAll(() => {
    stubObserver();
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  test('keeps every field in the document, and watches those of a part when the part comes near', async () => {
    await show(session({ fields: inputs(100) }));
    await waitFor(() => expect(document.querySelectorAll('[data-field]')).toHaveLength(100));
    const group = frame('f99')?.closest('.sf-chunk')?.parentElement as HTMLElement;
    const inside = frame('f99')?.closest('.sf-chunk') as HTMLElement;
    expect([reports.has(group), reports.has(inside)]).toEqual([true, false]);
    act(() => reports.get(group)?.(true, 1700));
    expect(reports.has(inside)).toBe(true);
    const far = frame('f99') as HTMLElement;
    const part = far.closest<HTMLElement>('.sf-chunk') as HTMLElement;
    expect([part.classList.contains('sf-far'), reports.has(far), reports.has(frame('f0') as Element)]).toEqual([
      true,
      false,
      true,
    ]);

    const waiting = far.querySelector<HTMLElement>('.sf-proxy') as HTMLElement;
    expect([
      waiting.getAttribute('role'),
      waiting.getAttribute('aria-readonly'),
      waiting.tabIndex,
      far.querySelector('input'),
    ]).toEqual(['textbox', 'true', 0, null]);

    act(() => reports.get(part)?.(true, 700));
    expect([part.classList.contains('sf-far'), reports.has(far)]).toEqual([false, true]);
    act(() => reports.get(far)?.(true, 32));
    await settle(20);
    expect(far.querySelector('input')?.readOnly).toBe(false);

    act(() => reports.get(part)?.(false, 700));
    expect([part.classList.contains('sf-far'), part.style.getPropertyValue('--sf-far-height')]).toEqual([
      true,
      '700px',
    ]);
    expect(far.querySelector('input')?.readOnly).toBe(false);

    act(() => reports.get(group)?.(false, 1700));
    expect([group.classList.contains('sf-far'), reports.has(part), reports.has(group)]).toEqual([true, false, true]);
  });

  const count = (): number => document.querySelectorAll('[data-field]').length;

  describe('while the page is busy', () => {
    beforeAll(() => {
      vi.stubGlobal('requestIdleCallback', () => 1);
      vi.stubGlobal('cancelIdleCallback', () => undefined);
    });

    test('begins with what the window shows and keeps the place of the rest', async () => {
      await show(session({ fields: inputs(300) }));
      expect([count() > 30, count() < 200]).toEqual([true, true]);
      expect(Number.parseInt(document.querySelector<HTMLElement>('.sf-unfilled')?.style.height ?? '', 10)).toBe(
        (300 - count()) * 48,
      );
    });

    test('leads to a problem of a field that is not there yet', async () => {
      const form = session({ fields: inputs(300) });
      await show(form);
      expect(frame('f290')).toBeNull();
      act(() => form.focusProblem(['f290']));
      await waitFor(() => expect(document.activeElement).toBe(frame('f290')?.querySelector('input')));
      expect([count(), document.querySelector('.sf-unfilled')]).toEqual([300, null]);
    });

    test('prints whole', async () => {
      await show(session({ fields: inputs(300) }));
      act(() => {
        window.dispatchEvent(new Event('beforeprint'));
      });
      expect(count()).toBe(300);
    });
  });
});

describe('a form that is closed', () => {
  test('ends its Formily form, which would listen to every change of the page', () => {
    const { form, dispose } = session({ fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称' }] });
    dispose();
    expect(form?.unmounted).toBe(true);
  });
});
