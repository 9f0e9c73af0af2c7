import { describe, expect, test } from 'vitest';
import { cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import type { ViewProps } from '../../src/runtime/node/faces.ts';
import fc from '../support/fc.ts';
import { usualOrLong } from '../support/tier.ts';
import { Around, fakeServices, fixtures, mountEdit, registry } from './support.tsx';

const circular: Record<string, unknown> = {};
circular.self = circular;

/** What a stored record of another system may hold where a value of this tag is expected. */
const anyValue = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true }),
  fc.constantFrom<unknown>(
    circular,
    Symbol('x'),
    () => 1,
    new Map(),
    NaN,
    Infinity,
    -0,
    [null, undefined],
    [[['a']]],
    '2026-99-99',
  ),
);

describe.each(fixtures)('%s with a value of any type', (tag, { node }) => {
  const definition = registry.definition(tag);
  const services = fakeServices();

  test('text, validate and fromText answer and never throw', () => {
    fc.assert(
      fc.property(anyValue, fc.string(), (value, pasted) => {
        expect(typeof definition?.text?.(value, node as never, {})).toBe('string');
        expect(
          typeof definition?.text?.(value, node as never, {
            options: [{ label: '甲', value: 1, children: [{ label: '乙', value: '2' }] }],
          }),
        ).toBe('string');
        const verdict = definition?.validate?.(value, node as never) ?? null;
        expect(verdict === null || /[\u4e00-\u9fa5]/.test(verdict)).toBe(true);
        expect(typeof definition?.fromText?.(pasted, node as never, {}).ok).toBe('boolean');
      }),
      { numRuns: usualOrLong(100, 300) },
    );
  });

  test('what text gives back is read again as the same value', () => {
    for (const { value } of [{ value: undefined }, { value: '' }]) {
      const text = definition?.text?.(value, node as never, {}) ?? '';
      expect(definition?.fromText?.(text, node as never, {}).ok).toBe(true);
    }
  });

  test('the view face renders it', () => {
    const View = registry.widget(tag)?.faces.view as ComponentType<ViewProps>;
    fc.assert(
      fc.property(anyValue, (value) => {
        const { unmount } = render(
          <Around services={services}>
            <View node={node as AnyNode} value={value} />
          </Around>,
        );
        unmount();
      }),
      { numRuns: usualOrLong(12, 40) },
    );
  }, 60_000);

  test('the edit face renders it', async () => {
    for (const value of [12, true, 'x', '', null, undefined, [], ['a', null], [[1]], { a: 1 }, NaN, '2026-99-99']) {
      await mountEdit(node, value);
      cleanup();
    }
  }, 60_000);
});
