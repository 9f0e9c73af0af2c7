import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { contextOf, fixtures, mountEdit, mountView, perform, registry } from './support.tsx';

describe.each(fixtures)('%s', (tag, fixture) => {
  const { node } = fixture;
  const definition = registry.definition(tag);
  const with_ = (own: object | undefined): AnyNode => ({ ...node, ...own }) as AnyNode;

  test.each(fixture.text ?? [])('reads $value as “$expect”', ({ value, node: own, expect: text, ...context }) => {
    expect(definition?.text?.(value, with_(own) as never, contextOf(context))).toBe(text);
  });

  test.each(fixture.validate ?? [])('judges $value: $expect', ({ value, node: own, expect: message }) => {
    expect(definition?.validate?.(value, with_(own) as never) ?? null).toBe(message);
  });

  test.each(fixture.fromText ?? [])(
    'takes the pasted “$text” as $expect',
    ({ text, node: own, options, expect: wanted, label, fails }) => {
      const read = definition?.fromText?.(text, with_(own) as never, contextOf({ options }));
      if (fails) expect(read).toEqual({ ok: false, message: wanted });
      else expect(read).toEqual({ ok: true, value: wanted, ...(label === undefined ? {} : { label }) });
    },
  );

  test.each(fixture.view ?? [])(
    'shows $value read-only as “$expect”',
    async ({ value, node: own, label, expect: text }) => {
      const view = await mountView(with_(own), value, label);
      // names of ids are asked for
      await waitFor(() => expect(view.textContent).toBe(text));
    },
  );

  test.each(fixture.edit ?? [])(
    'turns the acts $steps into $expect',
    async ({ value, node: own, stored, steps, expect: wanted, label }) => {
      const mounted = await mountEdit(with_(own), value, stored === undefined ? {} : { label: stored });
      for (const step of steps) await perform(step);
      expect(mounted.latest().value).toEqual(wanted);
      if (label !== undefined) expect(mounted.latest().label).toBe(label);
    },
    60_000,
  );
});
