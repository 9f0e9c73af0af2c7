import { act } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chunksOf } from '../../src/runtime/gridChunks.ts';
import { bindForm } from '../../src/runtime/formilyForm.ts';
import { settle, situation } from '../widgets/support.tsx';
import { compiled, frame, session, show } from './support.tsx';

const inputs = (count: number, span = 24): object[] => Array.from({ length: count }, (_v, i) => ({ tag: 'el-input', __vModel__: `f${i}`, label: `字段${i}`, span }));

describe('the parts of a long grid', () => {
  test('a short one is one part', () => {
    expect(chunksOf(inputs(59) as { tag: string }[])).toHaveLength(1);
  });

  test('hold every node once and begin where a row begins whatever is hidden', () => {
    const spans = [24, 8, 8, 8, 12, 24, 12, 12];
    const nodes = Array.from({ length: 200 }, (_v, i) => ({ tag: 'el-input', span: spans[i % spans.length] as number }));
    const chunks = chunksOf(nodes);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.flatMap(({ from, to }) => nodes.slice(from, to))).toEqual(nodes);
    for (const { from } of chunks) expect(nodes[from]?.span).toBe(24);
  });

  test('are never cut where fields share rows', () => {
    expect(chunksOf(inputs(200, 8) as { tag: string; span: number }[])).toEqual([{ from: 0, to: 200, rows: 67 }]);
  });
});

describe('a long form in a browser that tells what is near', () => {
  const listeners = new Map<Element, (isNear: boolean, height: number) => void>();
  beforeAll(() => {
    vi.stubGlobal('IntersectionObserver', class {
      #listener: (entries: object[]) => void;
      constructor(listener: (entries: object[]) => void) { this.#listener = listener; }
      observe(target: Element): void { listeners.set(target, (isIntersecting, height) => this.#listener([{ target, isIntersecting, boundingClientRect: { height } }])); }
      unobserve(target: Element): void { listeners.delete(target); }
    });
  });
  afterAll(() => { vi.unstubAllGlobals(); });

  test('keeps every field in the document, and watches those of a part when the part comes near', async () => {
    await show(session({ fields: inputs(100) }));
    expect(document.querySelectorAll('[data-field]')).toHaveLength(100);
    const far = frame('f99') as HTMLElement;
    const part = far.closest<HTMLElement>('.sf-chunk') as HTMLElement;
    expect([part.classList.contains('sf-far'), listeners.has(far), listeners.has(frame('f0') as Element)]).toEqual([true, false, true]);

    act(() => listeners.get(part)?.(true, 700));
    expect([part.classList.contains('sf-far'), listeners.has(far)]).toEqual([false, true]);
    act(() => listeners.get(far)?.(true, 32));
    await settle(20);
    expect(far.querySelector('input')?.readOnly).toBe(false);

    act(() => listeners.get(part)?.(false, 700));
    expect([part.classList.contains('sf-far'), part.style.getPropertyValue('--sf-far-height')]).toEqual([true, '700px']);
    expect(far.querySelector('input')?.readOnly).toBe(false);
  });
});

describe('a form that is closed', () => {
  test('ends its Formily form, which would listen to every change of the page', () => {
    const form = compiled({ tag: 'el-input', __vModel__: 'name', label: '名称' });
    const values: Record<string, unknown> = { name: '甲' };
    const bound = bindForm(form, values, { values, situation });
    const { form: formily } = bound.field('name');
    bound.dispose();
    expect(formily.unmounted).toBe(true);
  });
});
