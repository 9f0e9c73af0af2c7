import { fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { FilterControl } from '../../src/screens/list/FilterControl.tsx';
import type { EditProps } from '../../src/runtime/node/faces.ts';
import { preloadFace } from '../../src/runtime/node/LazyFace.tsx';
import { Around, fakeServices, registry, settle } from './support.tsx';

const RANGE = { tag: 'el-date-picker', __vModel__: 'x', label: '起止', dateType: 'datetimerange' } as AnyNode;
const DAYS = { tag: 'el-date-picker', __vModel__: 'x', label: '起止', dateType: 'daterange' } as AnyNode;
const TIMES = { tag: 'el-time-picker', __vModel__: 'x', label: '起止', 'is-range': true } as AnyNode;

/** A form renders its fields again for many reasons: here whenever it is told to. */
async function shown(node: AnyNode) {
  const Edit = registry.widget(node.tag)?.faces.edit as ComponentType<EditProps>;
  await preloadFace(Edit);
  let value: unknown;
  const form = () => (
    <Around services={fakeServices()}>
      <Edit
        id="x"
        node={node}
        value={value}
        disabled={false}
        invalid={false}
        onChange={(next) => {
          value = next;
          rerender(form());
        }}
      />
    </Around>
  );
  const { rerender } = render(form());
  await settle();
  const box = (index: number): HTMLInputElement => screen.getAllByRole('textbox')[index] as HTMLInputElement;
  return {
    value: () => value,
    box,
    async type(index: number, text: string): Promise<void> {
      fireEvent.mouseDown(box(index));
      box(index).focus();
      fireEvent.click(box(index));
      fireEvent.change(box(index), { target: { value: text } });
      rerender(form());
      fireEvent.keyDown(box(index), { key: 'Enter', code: 'Enter' });
      rerender(form());
      await settle(50);
    },
  };
}

test.each([
  [RANGE, ['2026-11-26 08:00:00', '2026-11-27 18:30:00']],
  [DAYS, ['2026-11-26', '2026-11-27']],
  [TIMES, ['08:00:00', '18:30:00']],
])('both ends of an empty range that are typed stay while the form renders again (%#)', async (node, ends) => {
  const range = await shown(node);
  await range.type(0, ends[0]);
  expect(range.box(0).value).toBe(ends[0]);
  await range.type(1, ends[1]);
  fireEvent.blur(range.box(1));
  await settle(50);
  expect(range.value()).toEqual(ends);
});

test.each([
  [DAYS, ['20261126', '2026-11-27'], ['2026-11-26', '2026-11-27']],
  [DAYS, ['2026-11-26', '2026/12/1'], ['2026-11-26', '2026-12-01']],
  [DAYS, ['2026年12月1日', '2026-1-2'], ['2026-01-02', '2026-12-01']],
  [TIMES, ['8:00', '18:30'], ['08:00:00', '18:30:00']],
])(
  'ends that are typed in a usual form are taken when they are left (FT-004, FT-006) (%#)',
  async (node, typed, ends) => {
    const range = await shown(node);
    for (const index of [0, 1]) {
      fireEvent.mouseDown(range.box(index));
      range.box(index).focus();
      fireEvent.click(range.box(index));
      fireEvent.change(range.box(index), { target: { value: typed[index] } });
      await settle(30);
      if (index === 0) range.box(1).focus();
      else range.box(1).blur();
      await settle(50);
    }
    expect(range.value()).toEqual(ends);
  },
);

test('a list filter takes an end that is typed in a usual form, also alone', async () => {
  const changes: unknown[] = [];
  const control = { kind: 'date' as const, picker: 'date' as const, hasTime: false };
  render(
    <Around services={fakeServices()}>
      <FilterControl
        id="x"
        filter={{ field: 'day', label: '日期', op: 'range', control, defaultValue: undefined }}
        value={undefined}
        onChange={(next) => void changes.push(next)}
      />
    </Around>,
  );
  const [start] = screen.getAllByRole('textbox') as [HTMLInputElement];
  start.focus();
  fireEvent.change(start, { target: { value: '2026-1-2' } });
  await settle(30);
  start.blur();
  await settle(30);
  expect(changes).toEqual([['2026-01-02', null]]);
});
